import type { PublicUser } from '@aangan/contracts/users'
import * as s from './avatar.module.css'

interface AvatarProps {
  user: Pick<PublicUser, 'username' | 'avatar'>
  /** Pixels, both ways. */
  size?: number
}

/** A person's picture, or their initials. Decoration: the name stands beside it. */
export function Avatar({ user, size = 40 }: AvatarProps) {
  const box = { width: size, height: size }
  if (user.avatar) return <img className={s.avatar} style={box} src={user.avatar} alt="" width={size} height={size} />
  return (
    <span className={s.avatar} style={{ ...box, fontSize: Math.round(size * 0.38) }} aria-hidden="true">
      {initials(user.username)}
    </span>
  )
}

function initials(username: string): string {
  const words = username.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')
}
