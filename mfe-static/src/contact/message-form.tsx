import { Button } from '@aangan/web-kit/ui/button'
import { Card } from '@aangan/web-kit/ui/card'
import { TextArea } from '@aangan/web-kit/ui/text-area'
import { TextField } from '@aangan/web-kit/ui/text-field'
import type { SubmitEvent } from 'react'
import * as s from './message-form.module.css'

/** The specification's words: the form thanks and forgets, nothing is sent. */
const THANKS = "Thank you for your message! We'll get back to you soon."

export function MessageForm() {
  function thank(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    window.alert(THANKS)
    event.currentTarget.reset()
  }

  return (
    <Card>
      <form className={s.form} onSubmit={thank}>
        <h2 className={s.title}>Send us a message</h2>
        <p className={s.note}>Please fill in all four fields.</p>
        <TextField label="Name" name="name" autoComplete="name" required />
        <div className={s.pair}>
          <TextField label="Email" name="email" type="email" autoComplete="email" required />
          <TextField label="Phone" name="phone" type="tel" autoComplete="tel" required />
        </div>
        <TextArea label="Message" name="message" required />
        <Button type="submit">Send message</Button>
      </form>
    </Card>
  )
}
