import { useRemote } from '@aangan/web-kit/context'
import { Button } from '@aangan/web-kit/ui/button'
import { type SubmitEvent, useEffect, useState } from 'react'
import { browserStorage } from '../browser-storage.ts'
import { usePublishMutation } from './api.ts'
import { forgetDraft, readDraft, writeDraft } from './draft.ts'
import { type FieldName, fieldNamed } from './form-fields.ts'
import { PicturesField } from './pictures-field.tsx'
import { PostFields } from './post-fields.tsx'
import * as s from './post-form.module.css'
import { type FieldErrors, readPost } from './read-post.ts'
import { Summary } from './summary.tsx'
import { usePictures } from './use-pictures.ts'

/** Everything about a home, and its pictures beside it. */
export function PostForm({ userId }: { userId: string }) {
  const { navigate } = useRemote()
  const [kept] = useState(() => readDraft(browserStorage(), userId))
  const [texts, setTexts] = useState(kept.texts)
  const pictures = usePictures(kept.images)
  const { addresses: images, isSending } = pictures
  const [publish, { isLoading, isSuccess, error, reset }] = usePublishMutation()
  const [checked, setChecked] = useState<{ attempt: number; errors: FieldErrors; early: boolean }>(UNCHECKED)
  const refused = error && fieldNamed(error.message ?? '')
  const errors: FieldErrors = { ...checked.errors, ...(refused && { [refused]: error.message }) }

  useEffect(() => {
    if (!isSuccess) writeDraft(browserStorage(), userId, { texts, images })
  }, [userId, texts, images, isSuccess])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    reset()
    const { body, errors = {} } = readPost(texts, images)
    setChecked(({ attempt }) => ({ attempt: attempt + 1, errors, early: isSending }))
    if (!body || isSending) return
    const { data } = await publish(body)
    if (!data) return
    forgetDraft(browserStorage(), userId)
    navigate(`/${data.id}`)
  }

  function change(name: FieldName, text: string) {
    setTexts((before) => ({ ...before, [name]: text }))
    setChecked((before) => ({ ...before, errors: { ...before.errors, [name]: undefined } }))
    if (name === refused) reset()
  }

  return (
    <form className={s.form} noValidate onSubmit={submit}>
      <Summary
        key={checked.attempt}
        errors={errors}
        refusal={error && (error.message ?? NO_ANSWER)}
        isSending={checked.early && isSending}
      />
      <div className={s.fields}>
        <PostFields texts={texts} errors={errors} onChange={change} />
      </div>
      <div className={s.side}>
        <PicturesField pictures={pictures} />
      </div>
      <Button className={s.submit} type="submit" busy={isLoading || isSuccess}>
        Add
      </Button>
    </form>
  )
}

const UNCHECKED = { attempt: 0, errors: {}, early: false }
const NO_ANSWER = 'The site did not answer. Try again.'
