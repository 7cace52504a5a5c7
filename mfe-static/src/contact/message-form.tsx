import { Button } from '@aangan/design/button'
import { Card } from '@aangan/design/card'
import { focusField } from '@aangan/design/focus-field'
import { TextArea } from '@aangan/design/text-area'
import { TextField } from '@aangan/design/text-field'
import { useFormat } from '@aangan/remote/format'
import { useKeptForm } from '@aangan/remote/use-kept-form'
import { type SubmitEvent, useRef, useState } from 'react'
import { checkMessage, type Message, type MessageErrors } from './message.ts'
import * as s from './message-form.module.css'

/** As specified: the form shows this and sends nothing. */
const THANKS = "Thank you for your message! We'll get back to you soon."

const FIELDS: (keyof Message)[] = ['name', 'email', 'phone', 'message']

export function MessageForm() {
  const format = useFormat()
  const [errors, setErrors] = useState<MessageErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const forget = useKeptForm(form, { name: 'contact', fields: FIELDS })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const found = checkMessage(messageIn(form), format)
    setErrors(found)
    const [wrong] = Object.keys(found)
    if (wrong !== undefined) return focusField(form, wrong)
    window.alert(THANKS)
    form.reset()
    forget()
  }

  const field = (name: keyof Message) => ({
    name,
    required: true,
    error: errors[name],
    onChange: () => setErrors((before) => ({ ...before, [name]: undefined })),
  })

  return (
    <Card>
      {/* Our own validation: the browser's messages say less, and disappear. */}
      <form ref={form} method="post" className={s.form} noValidate onSubmit={submit}>
        <h2 className={s.title}>Send us a message</h2>
        <p className={s.note}>Please fill in all four fields.</p>
        <TextField {...field('name')} label="Name" autoComplete="name" />
        <div className={s.pair}>
          <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
          <TextField {...field('phone')} label="Phone" type="tel" autoComplete="tel" />
        </div>
        <TextArea {...field('message')} label="Message" />
        <Button type="submit">Send message</Button>
      </form>
    </Card>
  )
}

function messageIn(form: HTMLFormElement): Message {
  const entered = new FormData(form)
  const text = (name: keyof Message) => String(entered.get(name) ?? '')
  return { name: text('name'), email: text('email'), phone: text('phone'), message: text('message') }
}
