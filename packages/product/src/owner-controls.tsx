import type { PostStatus } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'
import { Button, LinkButton } from '@aangan/design/button'
import { messageOf } from '@aangan/design/message-of'
import { useLatestOnly } from '@aangan/design/use-latest-only'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { DeleteDialog } from './delete-dialog.tsx'
import * as s from './owner-controls.module.css'

interface OwnerControlsProps {
  post: Pick<Post, 'id' | 'title' | 'type' | 'status'>
  /** Optimistic: shows the new status at once. On failure it reverts and rejects with an error whose message is shown. */
  onStatus: (status: PostStatus) => Promise<unknown>
  /** Rejects with an error whose message is shown. */
  onDelete: () => Promise<unknown>
  /** Called after the listing is deleted and the dialog is closed. */
  onDeleted: () => void
  say: (text: string) => void
}

/** The remote makes the requests. */
export function OwnerControls({ post, onStatus, onDelete, onDeleted, say }: OwnerControlsProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  // The buttons stay enabled, since a disabled button would lose the focus.
  const change = useLatestOnly(send)
  const named = (label: string) => ({ 'aria-label': `${label}: ${post.title}`, children: label })

  async function send(status: PostStatus) {
    setProblem(null)
    try {
      await onStatus(status)
      say(doneIn(status, post.type))
    } catch (error) {
      setProblem(`Nothing was changed. ${messageOf(error)}`)
    }
  }

  function finish() {
    // Close first: the dialog restores the focus when it unmounts.
    flushSync(() => setIsAsking(false))
    onDeleted()
  }

  const taken = post.type === 'rent' ? 'Mark as rented' : 'Mark as sold'
  const [publish, mark] = [
    post.status === 'unpublished' ? ACTIONS.publish : ACTIONS.unpublish,
    post.status === 'taken' ? ACTIONS.available : { label: taken, status: 'taken' as const },
  ]
  return (
    <div className={s.controls}>
      <LinkButton variant="quiet" dense to={`/edit/${post.id}`} {...named('Edit')} />
      {[publish, mark].map(({ label, status }, at) => (
        <Button key={ACTION_KEYS[at]} variant="quiet" dense onClick={() => void change(status)} {...named(label)} />
      ))}
      <Button variant="danger" dense aria-haspopup="dialog" onClick={() => setIsAsking(true)} {...named('Delete')} />
      {problem && (
        <p className={s.problem} role="alert">
          {problem}
        </p>
      )}
      {isAsking && (
        <DeleteDialog title={post.title} onDelete={onDelete} onDeleted={finish} onClose={() => setIsAsking(false)} />
      )}
    </div>
  )
}

const ACTIONS = {
  publish: { label: 'Publish', status: 'live' },
  unpublish: { label: 'Unpublish', status: 'unpublished' },
  available: { label: 'Mark as available', status: 'live' },
} as const
const ACTION_KEYS = ['publish', 'mark']

function doneIn(status: PostStatus, type: Post['type']): string {
  if (status === 'live') return 'Your listing is available again.'
  if (status === 'unpublished') return 'Your listing is unpublished. Only you can see it.'
  return `Your listing is marked as ${type === 'rent' ? 'rented' : 'sold'}. It no longer appears in searches.`
}
