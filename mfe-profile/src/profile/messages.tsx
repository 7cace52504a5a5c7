import { Offer } from '@aangan/web-kit/offer'
import * as s from './messages.module.css'
import { Section } from './section.tsx'

/** The reader's chats, which another remote shows. */
export function Messages() {
  return (
    <Section title="Messages">
      <div className={s.place}>
        <Offer slot="profile.inbox" props={NOTHING_OPEN} className={s.inbox} />
        <p className={s.away}>Messages are not available right now. Try again later.</p>
      </div>
    </Section>
  )
}

const NOTHING_OPEN = {}
