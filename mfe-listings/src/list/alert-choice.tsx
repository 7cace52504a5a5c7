import type { Alert } from '@aangan/contracts/account-constants'
import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { Segmented } from '@aangan/web-kit/ui/segmented'
import { useState } from 'react'
import * as s from './alert-choice.module.css'
import { useChangeAlertMutation } from './saved-search-api.ts'

const LABEL = 'Email me new homes'
const CHOICES = [
  { value: 'now', label: 'At once' },
  { value: 'daily', label: 'Daily' },
  { value: 'off', label: 'Never' },
] as const satisfies { value: Alert; label: string }[]

/** Optimistic. */
export function AlertChoice({ saved: { id, alert: before } }: { saved: SavedSearch }) {
  const [alert, setAlert] = useState<Alert>(before)
  const [change, { error }] = useChangeAlertMutation()

  async function choose(chosen: Alert) {
    setAlert(chosen)
    const { data } = await change({ id, alert: chosen })
    if (!data) setAlert(alert)
  }

  return (
    <div className={s.alert}>
      <span aria-hidden="true">{LABEL}</span>
      <Segmented label={LABEL} options={CHOICES} value={alert} onChange={(chosen) => void choose(chosen)} />
      {error && (
        <p className={s.error} role="alert">
          {error.message}
        </p>
      )}
    </div>
  )
}
