import { UPLOAD_LIMITS } from '@aangan/contracts/media'
import type { User } from '@aangan/contracts/users'
import { Button } from '@aangan/design/button'
import { Avatar } from '@aangan/product/avatar'
import { readableFile } from '@aangan/product/readable-file'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useUploadAvatarMutation } from '../api.ts'
import * as s from './picture.module.css'

const MOST = UPLOAD_LIMITS.avatars
/** More is not kept. */
const LONGEST_SIDE = 1_024
const TOO_LARGE = `This picture is larger than ${MOST / 1_000_000} MB. Choose a smaller one.`
const AWAITED = 'Your profile is updated as soon as this picture is uploaded. Stay on this page.'

interface PictureProps {
  /** With the new picture. */
  user: Pick<User, 'username' | 'avatar'>
  /** Whether the change is unsaved. */
  isChanged: boolean
  /** Whether the form is sent once it is uploaded. */
  isAwaited: boolean
  onChange: (avatar: string | null) => void
  onUpload: (state: { isUploading: boolean; failures: number }) => void
}

/** Uploads immediately; the change takes effect when the form is saved. */
export function Picture({ user, isChanged, isAwaited, onChange, onUpload }: PictureProps) {
  const [upload, { isLoading, error, reset }] = useUploadAvatarMutation()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const problemId = useId()
  const problem = isTooLarge ? TOO_LARGE : error?.message

  async function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? []
    // Reset, or choosing the same file again fires no event.
    currentTarget.value = ''
    if (!chosen) return
    reset()
    onUpload({ isUploading: true, failures: 0 })
    const file = await readableFile(chosen, LONGEST_SIDE)
    setIsTooLarge(file.size > MOST)
    const { data } = file.size > MOST ? {} : await upload(file)
    onUpload({ isUploading: false, failures: data ? 0 : 1 })
    if (data) onChange(data.url)
  }

  function remove() {
    onChange(null)
    // The focused button is removed.
    button.current?.focus()
  }

  return (
    <div className={s.picture}>
      <Avatar user={user} size={64} />
      <div>
        <p className={s.name}>{user.username}</p>
        <div className={s.buttons}>
          <Button
            ref={button}
            variant="quiet"
            dense
            busy={isLoading}
            aria-describedby={problem ? problemId : undefined}
            onClick={() => input.current?.click()}
          >
            Upload
          </Button>
          {user.avatar !== null && !isLoading && (
            <Button variant="quiet" dense onClick={remove}>
              Remove picture
            </Button>
          )}
        </div>
        <input ref={input} hidden type="file" accept="image/*" aria-label="Your picture" onChange={take} />
        <p className={s.note} role="status">
          {isAwaited ? AWAITED : isChanged && 'Press Update to keep the change.'}
        </p>
        {problem && (
          <p id={problemId} className={s.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}
