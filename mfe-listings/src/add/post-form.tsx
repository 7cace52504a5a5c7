import type { PostBody } from '@aangan/contracts/posts'
import { Button } from '@aangan/design/button'
import type { ApiError } from '@aangan/remote/api'
import { useIsServed } from '@aangan/remote/use-is-served'
import { useSendOnceUploaded } from '@aangan/remote/use-send-once-uploaded'
import { type SubmitEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type DraftEntry, type Entered, isChanged, readDraft, writeDraft } from './draft.ts'
import { type FormTexts, fieldInError } from './form-fields.ts'
import { PicturesField } from './pictures-field.tsx'
import { PostFields } from './post-fields.tsx'
import * as s from './post-form.module.css'
import { Preview } from './preview.tsx'
import { type FieldErrors, readPost } from './read-post.ts'
import { Summary } from './summary.tsx'
import { usePictures } from './use-pictures.ts'

interface PostFormProps {
  draft: DraftEntry
  /** Instead of what is stored in the draft. */
  start?: Entered | undefined
  /** Undefined for a new post. */
  id?: string
  sending: { isLoading: boolean; isSuccess: boolean; error?: Partial<ApiError> | undefined; reset: () => void }
  onSend: (body: PostBody, entered: Entered) => void
  /** The visitor came back to what was sent, before the next screen was loaded. */
  onReturn: () => void
  onDiscard?: () => void
  /** Loads the stored listing again, after a 409, under what was entered. False if it fails. */
  onReload?: (entered: Entered) => Promise<boolean>
}

/** The fields, with a preview of the listing card beside them. */
export function PostForm({ draft: entry, start, id, sending, onSend, onReturn, onDiscard, onReload }: PostFormProps) {
  const [draft] = useState(entry)
  const isServed = useIsServed()
  const [{ kept, isRead }, setKept] = useState(() => {
    if (start) return { kept: start, isRead: true }
    return { kept: isServed ? draft.base : readDraft(draft), isRead: !isServed }
  })
  const [texts, setTexts] = useState(kept.texts)
  const pictures = usePictures(kept.pictures)
  const { uploaded, isSending, restart } = pictures
  const form = useRef<HTMLFormElement>(null)
  const { isWaiting, hasFailed, wait, stop } = useSendOnceUploaded(form, {
    isUploading: isSending,
    failures: pictures.refused,
  })
  const [checked, setChecked] = useState<{ attempt: number; errors: FieldErrors }>(UNCHECKED)
  const { isLoading, isSuccess, error, reset } = sending
  const refused = error && fieldInError(error.message ?? '')
  const errors: FieldErrors = { ...checked.errors, ...(refused && { [refused]: error.message }) }
  const { rev } = kept
  const entered: Entered = { texts, pictures: uploaded, rev }
  const isOutdated = error?.code === 'CONFLICT'

  // No server knows the draft.
  useLayoutEffect(() => {
    if (isRead) return
    const found = readDraft(draft)
    setKept({ kept: found, isRead: true })
    setTexts(found.texts)
    restart(found.pictures)
  }, [isRead, draft, restart])

  useEffect(() => {
    if (isRead && !isSuccess) writeDraft(draft, { texts, pictures: uploaded, rev })
  }, [draft, texts, uploaded, rev, isRead, isSuccess])

  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    if (!isSuccess) return
    const here = window.location.pathname
    // single-spa fires `popstate` on leaving, too.
    const check = () => window.location.pathname === here && returned()
    window.addEventListener('popstate', check)
    return () => window.removeEventListener('popstate', check)
  }, [isSuccess])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    reset()
    const { body, errors = {} } = readPost(entered, id ? draft.base.texts : undefined)
    setChecked(({ attempt }) => ({ attempt: attempt + 1, errors }))
    if (body && isSending) return wait()
    stop()
    if (body) onSend(body, entered)
  }

  function change(changes: Partial<FormTexts>) {
    const none = Object.fromEntries(Object.keys(changes).map((name) => [name, undefined]))
    stop()
    setTexts((before) => ({ ...before, ...changes }))
    setChecked((before) => ({ ...before, errors: { ...before.errors, ...none } }))
    if (refused && refused in changes) reset()
  }

  return (
    <form ref={form} method="post" className={s.form} noValidate onSubmit={submit}>
      <Summary
        key={checked.attempt}
        title={id ? 'Your changes are not saved yet' : 'This home is not published yet'}
        errors={errors}
        refusal={error && (error.message ?? NO_ANSWER)}
        hasFailedPictures={hasFailed}
        onReload={isOutdated && !isSending && onReload ? () => onReload(entered) : undefined}
      />
      <div className={s.fields}>
        <PicturesField pictures={pictures} />
        <PostFields texts={texts} errors={errors} onChange={change} />
        <div className={s.actions}>
          <Button className={s.submit} type="submit" busy={isWaiting || isLoading || isSuccess}>
            {id ? 'Save changes' : 'Add'}
          </Button>
          {onDiscard && isChanged(draft.base, entered) && (
            <Button variant="quiet" onClick={onDiscard}>
              Discard changes
            </Button>
          )}
          <p className={s.later} role="status">
            {isWaiting && (id ? SAVED_LATER : PUBLISHED_LATER)}
          </p>
        </div>
      </div>
      <Preview entered={entered} id={id} />
    </form>
  )
}

const UNCHECKED = { attempt: 0, errors: {} }
const PUBLISHED_LATER = 'Your home is published as soon as its pictures are uploaded. Stay on this page.'
const SAVED_LATER = 'Your changes are saved as soon as the pictures are uploaded. Stay on this page.'
const NO_ANSWER = 'Your listing could not be sent. Check your connection and try again.'
