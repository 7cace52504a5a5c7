import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import type { Post } from '@aangan/contracts/posts'
import { Button } from '@aangan/design/button'
import { ListingCard } from '@aangan/product/listing-card'
import { useRemote } from '@aangan/remote/context'
import * as s from './own-home.module.css'
import { useUnsaveMutation } from './unsave-api.ts'

export function SavedHome({ post, onRemoved }: { post: Post; onRemoved: () => void }) {
  const { id, title } = post
  const { changes } = useRemote()
  const [unsave, { isLoading, error }] = useUnsaveMutation({ fixedCacheKey: id })

  async function remove() {
    const { data: isSaved } = await unsave(id)
    if (isSaved === undefined) return
    if (!isSaved) onRemoved()
    changes.announce({ type: 'post.saved', id, isSaved })
  }

  return (
    <div className={s.home}>
      <ListingCard post={post} sizes={PICTURE_SIZES.profile} />
      <div className={s.remove}>
        <Button
          variant="quiet"
          dense
          busy={isLoading}
          aria-label={`Remove ${title} from your saved homes`}
          onClick={remove}
        >
          Remove
        </Button>
      </div>
      {error && (
        <p className={s.error} role="alert">
          {error.message}
        </p>
      )}
    </div>
  )
}
