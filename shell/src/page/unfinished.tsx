import { RELOAD_LABEL, reloadPage, TOLD } from '@aangan/design/code-failed'
import { Notice } from '@aangan/design/notice'
import { useToast } from '@aangan/design/toast'
import { useReconnect } from '@aangan/design/use-reconnect'
import { useReach } from '@aangan/remote/use-reach'
import { useRemedy } from '@aangan/remote/use-remedy'
import { useEffect, useState } from 'react'

const UNFINISHED = 'This page has not loaded completely. You can read it and follow its links.'
const LOST = {
  offline: 'You are offline. The rest of this page will load as soon as you are back online.',
  away: 'The site cannot be reached. The rest of this page will load as soon as it can be reached again.',
}

interface UnfinishedProps {
  error: unknown
  entry: string | undefined
  /** Called also once the site can be reached again. */
  onRetry: () => void
}

/** Over a page as the server has rendered it, whose scripts have not come. */
export function Unfinished({ error, entry, onRetry }: UnfinishedProps) {
  // Afterwards: screen readers announce only what comes into a region.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  useReconnect(onRetry)
  const told = useTold(error, entry, onRetry)
  const [toast] = useToast(isShown ? <Notice {...told} dismiss={() => setShown(false)} /> : null)
  return toast
}

function useTold(error: unknown, entry: string | undefined, onRetry: () => void) {
  const remedy = useRemedy(error, entry)
  const reach = useReach()
  const { title, message } = TOLD.reload
  if (remedy === 'reload') return { text: `${title}. ${message}`, action: { label: RELOAD_LABEL, run: reloadPage } }
  const found = remedy === 'later' ? TOLD.later.message : UNFINISHED
  const text = reach === 'there' ? found : LOST[reach]
  return { text, action: { label: 'Try again', run: onRetry } }
}
