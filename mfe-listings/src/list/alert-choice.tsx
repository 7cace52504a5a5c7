import { ALERTS, type Alert } from '@aangan/contracts/account-constants'
import { ALERT_LABELS } from '@aangan/contracts/choice-labels'
import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { Segmented } from '@aangan/design/segmented'
import { useChoice } from '@aangan/design/use-choice'
import { useSession } from '@aangan/remote/context'
import { useState } from 'react'
import * as s from './alert-choice.module.css'
import { useChangeAlertMutation } from './saved-search-api.ts'

const LABEL = 'Email me new homes'
const CHOICES = ALERTS.map((value) => ({ value, label: ALERT_LABELS[value] }))

export function AlertChoice({ saved: { id, alert: before } }: { saved: SavedSearch }) {
  const { user } = useSession()
  const [confirmed, setConfirmed] = useState<Alert>(before)
  const [change, { error }] = useChangeAlertMutation()
  const [alert, choose] = useChoice(confirmed, async (chosen: Alert) => {
    const { data } = await change({ id, alert: chosen })
    if (data) setConfirmed(data.alert)
  })

  return (
    <div className={s.alert}>
      <span aria-hidden="true">{LABEL}</span>
      <Segmented label={LABEL} options={CHOICES} value={alert} onChange={choose} />
      {alert !== 'off' && user?.emailConfirmed === false && (
        <p className={s.first} role="status">
          {`First open the link that we sent to ${user.email}. Until then we send nothing else there.`}
        </p>
      )}
      {error && (
        <p className={s.error} role="alert">
          {error.message}
        </p>
      )}
    </div>
  )
}
