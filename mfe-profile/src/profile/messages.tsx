import { Offer } from '@aangan/web-kit/offer'
import { LinkButton } from '@aangan/web-kit/ui/button'
import * as s from './messages.module.css'
import { Section } from './section.tsx'

/** The reader's chats, which another remote shows. */
export function Messages() {
  return (
    <Section
      title="Messages"
      action={
        <LinkButton to="/chat" variant="quiet" dense>
          All messages
        </LinkButton>
      }
    >
      <div className={s.place}>
        <Offer slot="profile.inbox" props={NOTHING_OPEN} className={s.inbox} />
        <p className={s.away}>Messages are not available right now. Try again later.</p>
      </div>
    </Section>
  )
}

const NOTHING_OPEN = {}
