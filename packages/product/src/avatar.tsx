import type { PublicUser } from '@aangan/contracts/users'
import { classNames } from '@aangan/design/class-names'
import * as s from './avatar.module.css'
import { Picture } from './picture.tsx'

interface AvatarProps {
  user: Pick<PublicUser, 'username' | 'avatar'>
  /** In pixels, width and height. */
  size?: 32 | 40 | 48 | 64
}

const SIZES = { 32: s.of32, 40: s.of40, 48: s.of48, 64: s.of64 }

/** Decorative: always shown next to the name, whose initials it falls back to. */
export function Avatar({ user, size = 40 }: AvatarProps) {
  const className = classNames(s.avatar, SIZES[size])
  const sources = user.avatar ? [{ url: user.avatar, alt: '' }] : []
  return (
    <Picture
      className={className}
      sources={sources}
      sizes={`${size}px`}
      width={size}
      height={size}
      missing={
        <svg className={className} viewBox="0 0 40 40" aria-hidden="true">
          <text x="20" y="20" dy="0.36em">
            {initials(user.username)}
          </text>
        </svg>
      }
    />
  )
}

function initials(username: string): string {
  const words = username.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')
}
