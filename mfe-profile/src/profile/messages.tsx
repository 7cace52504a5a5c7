import { LinkButton } from '@aangan/design/button'
import { useNarrow } from '@aangan/design/tabs'
import { Offer } from '@aangan/remote/offer'
import { useState } from 'react'
import * as s from './messages.module.css'
import { Section } from './section.tsx'

/** The chat remote's inbox, loaded when first visible and kept mounted. */
export function Messages({ isChosen }: { isChosen: boolean }) {
  const isNarrow = useNarrow()
  const isSeen = isNarrow === false || isChosen
  const [wasSeen, setWasSeen] = useState(isSeen)
  if (isSeen && !wasSeen) setWasSeen(true)
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
        {wasSeen ? (
          <Offer slot="profile.inbox" props={NOTHING_OPEN} className={s.inbox} />
        ) : (
          <div className={s.inbox} />
        )}
        {isNarrow !== null && <p className={s.away}>Messages are not available right now. Try again later.</p>}
      </div>
    </Section>
  )
}

const NOTHING_OPEN = {}
