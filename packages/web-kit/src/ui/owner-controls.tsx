import type { PostStatus } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, LinkButton } from './button.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { messageOf } from './message-of.ts'
import * as s from './owner-controls.module.css'

interface OwnerControlsProps {
  post: Pick<Post, 'id' | 'title' | 'type' | 'status'>
  /** Shows the state at once and asks the server for it; takes it back and throws an error to be shown on failure. */
  onStatus: (status: PostStatus) => Promise<unknown>
  /** Throws an error to be shown on failure. */
  onDelete: () => Promise<unknown>
  /** Called once it is deleted and the question about it is off the screen. */
  onDeleted: () => void
  say: (text: string) => void
}

/** What owners do with a listing. The calls are the remote's own. */
export function OwnerControls({ post, onStatus, onDelete, onDeleted, say }: OwnerControlsProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const isUnderWay = useRef(false)
  const named = (label: string) => ({ 'aria-label': `${label}: ${post.title}`, children: label })

  // One at a time. The buttons stay as they are meanwhile, so that none loses the focus.
  async function change(status: PostStatus) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setProblem(null)
    try {
      await onStatus(status)
      say(doneIn(status, post.type))
    } catch (error) {
      setProblem(`Nothing was changed. ${messageOf(error)}`)
    } finally {
      isUnderWay.current = false
    }
  }

  function finish() {
    // Before anything else moves: the dialog gives the focus back as it goes.
    flushSync(() => setIsAsking(false))
    onDeleted()
  }

  const taken = post.type === 'rent' ? 'Mark as let' : 'Mark as sold'
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
  if (status === 'live') return 'Your listing is on offer again.'
  if (status === 'unpublished') return 'Your listing is unpublished. Only you can see it.'
  return `Your listing is marked as ${type === 'rent' ? 'let' : 'sold'}. Searches leave it out.`
}
