import type { PostWithDetail } from '@aangan/contracts/posts'
import { OwnerControls } from '@aangan/product/owner-controls'
import { useDeleteListingMutation, useSetStatusMutation } from './api.ts'
import { Views } from './views.tsx'

interface OwnerToolsProps {
  post: PostWithDetail
  onDeleted: () => void
  say: (text: string) => void
}

export function OwnerTools({ post, onDeleted, say }: OwnerToolsProps) {
  const [setStatus] = useSetStatusMutation()
  const [deleteListing] = useDeleteListingMutation()
  return (
    <>
      <OwnerControls
        post={post}
        onStatus={(status) => setStatus({ id: post.id, status }).unwrap()}
        onDelete={() => deleteListing(post.id).unwrap()}
        onDeleted={onDeleted}
        say={say}
      />
      <Views id={post.id} />
    </>
  )
}
