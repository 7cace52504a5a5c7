import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import type { OwnPost } from '@aangan/contracts/posts'
import { ListingCard } from '@aangan/product/listing-card'
import { OwnerControls } from '@aangan/product/owner-controls'
import { useFormat } from '@aangan/remote/format'
import Eye from 'lucide-react/icons/eye'
import { useDeleteListingMutation, useSetStatusMutation } from '../api.ts'
import * as s from './own-home.module.css'

interface OwnHomeProps {
  post: OwnPost
  onDeleted: (id: string) => void
  say: (text: string) => void
}

export function OwnHome({ post, onDeleted, say }: OwnHomeProps) {
  const { id, views = 0 } = post
  const format = useFormat()
  const [setStatus] = useSetStatusMutation()
  const [deleteListing] = useDeleteListingMutation()
  return (
    <div className={s.home}>
      <ListingCard post={post} sizes={PICTURE_SIZES.profile} />
      <p className={s.views}>
        <Eye size={16} /> <span>{`${format.number(views)} ${views === 1 ? 'view' : 'views'}`}</span>
      </p>
      <OwnerControls
        post={post}
        onStatus={(status) => setStatus({ id, status }).unwrap()}
        onDelete={() => deleteListing(id).unwrap()}
        onDeleted={() => onDeleted(id)}
        say={say}
      />
    </div>
  )
}
