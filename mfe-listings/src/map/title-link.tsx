import type { Post } from '@aangan/contracts/posts'
import { unbrokenTitle } from '@aangan/contracts/titles'
import { classNames } from '@aangan/design/class-names'
import { Link } from '@aangan/remote/link'
import * as s from './title-link.module.css'

interface TitleLinkProps {
  post: Post
  className?: string | undefined
}

/** At most two lines. */
export function TitleLink({ post, className }: TitleLinkProps) {
  return (
    <Link className={classNames(s.link, className)} to={`/${post.id}`}>
      {unbrokenTitle(post.title)}
    </Link>
  )
}
