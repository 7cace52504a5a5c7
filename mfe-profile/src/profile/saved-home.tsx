import { SAVED_MESSAGE } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'
import { useRemote } from '@aangan/web-kit/context'
import { Button } from '@aangan/web-kit/ui/button'
import { ListingCard } from '@aangan/web-kit/ui/listing-card'
import { useToggleSavedMutation } from '../api.ts'
import * as s from './own-home.module.css'

export function SavedHome({ post, onRemoved }: { post: Post; onRemoved: () => void }) {
  const { id, title } = post
  const { changes } = useRemote()
  const [toggle, { isLoading, error }] = useToggleSavedMutation({ fixedCacheKey: id })

  async function remove() {
    const { data } = await toggle(id)
    if (!data) return
    // If it was removed in another browser already, the toggle has saved it again.
    const isSaved = data.message === SAVED_MESSAGE
    if (!isSaved) onRemoved()
    changes.announce({ type: 'post.saved', id, isSaved })
  }

  return (
    <div className={s.home}>
      <ListingCard post={post} />
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
