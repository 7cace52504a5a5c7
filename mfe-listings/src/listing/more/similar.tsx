import type { Format } from '@aangan/contracts/format'
import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import type { SimilarPost } from '@aangan/contracts/posts'
import { ErrorState } from '@aangan/design/error-state'
import { ListingCard } from '@aangan/product/listing-card'
import { useFormat } from '@aangan/remote/format'
import { useSimilarQuery } from '../api.ts'
import { HomeRow, RowItem } from './home-row.tsx'

/** Renders nothing if there are none. */
export function Similar({ id }: { id: string }) {
  const format = useFormat()
  const { data, error, isFetching, refetch } = useSimilarQuery(id)
  if (data && data.length > 0) {
    return (
      <HomeRow title="Similar homes nearby">
        {data.map((home) => (
          <RowItem key={home.id} note={distanceOf(home, format)}>
            <ListingCard post={home} sizes={PICTURE_SIZES.row} />
          </RowItem>
        ))}
      </HomeRow>
    )
  }
  if (!error || ('status' in error && error.status === 404)) return null
  const title = 'Similar homes could not be loaded'
  return <ErrorState title={title} message={error.message} onRetry={refetch} retrying={isFetching} />
}

/** Rounds to 0.1 km above 999 m. */
function distanceOf({ distance }: SimilarPost, format: Format): string {
  if (distance === 0) return 'Same place'
  return `${format.distance(distance > 999 ? Math.round(distance / 100) * 100 : distance)} away`
}
