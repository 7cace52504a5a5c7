import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import { Button } from '@aangan/design/button'
import { ListingCard } from '@aangan/product/listing-card'
import { ListingCardSkeleton } from '@aangan/product/listing-card-skeleton'
import { isGone } from '@aangan/remote/api'
import { useSession } from '@aangan/remote/context'
import { personalStorage } from '@aangan/remote/personal-storage'
import { useEffect, useState } from 'react'
import { usePostQuery } from '../../shared/api.ts'
import { forgetAllSeen, forgetSeen, readSeen } from '../seen.ts'
import { HomeRow, RowItem } from './home-row.tsx'

/** Recently viewed homes, refetched so that prices are current. */
export function Seen({ id }: { id: string }) {
  const { user } = useSession()
  const storage = personalStorage(user?.id)
  const [ids, setIds] = useState(() => readSeen(storage).flatMap((seen) => (seen.id === id ? [] : [seen.id])))
  if (ids.length === 0) return null

  function clear() {
    forgetAllSeen(storage)
    setIds([])
  }

  return (
    <HomeRow
      title="Recently viewed"
      action={
        <Button variant="quiet" dense aria-label="Clear recently viewed homes" onClick={clear}>
          Clear
        </Button>
      }
    >
      {ids.map((seen) => (
        <SeenHome key={seen} id={seen} onMissing={() => setIds((all) => all.filter((other) => other !== seen))} />
      ))}
    </HomeRow>
  )
}

/** Removed from the row if it cannot be loaded. */
function SeenHome({ id, onMissing }: { id: string; onMissing: () => void }) {
  const { user } = useSession()
  const { currentData: post, error } = usePostQuery(id)
  const isMissing = error !== undefined && (!post || isGone(error))

  useEffect(() => {
    if (!isMissing) return
    if (isGone(error)) forgetSeen(personalStorage(user?.id), id)
    onMissing()
  })

  return <RowItem>{post ? <ListingCard post={post} sizes={PICTURE_SIZES.row} /> : <ListingCardSkeleton />}</RowItem>
}
