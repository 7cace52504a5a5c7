import { type Reach, useReach } from '@aangan/remote/use-reach'
import * as s from './offline-strip.module.css'

const TEXTS: Record<Reach, string> = {
  there: '',
  offline: 'You are offline',
  away: 'No connection. Trying again…',
}

/** Under the links of the bar, and part of its height. */
export function OfflineStrip() {
  const text = TEXTS[useReach()]
  return <div role="status">{text && <p className={s.strip}>{text}</p>}</div>
}
