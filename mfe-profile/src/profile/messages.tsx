import { Card } from '@aangan/web-kit/ui/card'
import * as s from './messages.module.css'
import { Section } from './section.tsx'

/** Nothing is asked here: there is no chat to answer. */
export function Messages() {
  return (
    <Section title="Messages">
      <Card>
        <p className={s.text}>Chat opens soon. What owners and buyers write to you will stand here.</p>
      </Card>
    </Section>
  )
}
