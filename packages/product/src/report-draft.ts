import { useSession } from '@aangan/remote/context'
import { readKept, writeKept } from '@aangan/remote/use-kept-form'
import { useEffect, useState } from 'react'

export interface ReportDraft<Reason extends string> {
  reason: Reason | null
  text: string
}

const EMPTY: ReportDraft<never> = { reason: null, text: '' }

/**
 * What is entered in a report dialog, kept as `useKeptForm` does, and a function that sets it; null forgets it. Separate
 * from the dialog, which is loaded lazily.
 *
 * @param about under which it is stored
 * @param reasons all that there are: a stored draft may be of an earlier release
 */
export function useReportDraft<Reason extends string>(
  about: string,
  reasons: readonly Reason[],
): [ReportDraft<Reason>, (draft: ReportDraft<Reason> | null) => void] {
  const { user } = useSession()
  const [userId, name] = [user?.id, `report:${about}`]
  const [draft, setDraft] = useState<ReportDraft<Reason>>(EMPTY)

  useEffect(() => {
    const { reason, text = '' } = readKept(userId, name)
    setDraft({ reason: reasons.find((one) => one === reason) ?? null, text })
  }, [userId, name, reasons])

  function change(now: ReportDraft<Reason> | null) {
    const { reason, text } = now ?? EMPTY
    setDraft({ reason, text })
    writeKept(userId, name, { ...(reason && { reason }), ...(text && { text }) })
  }

  return [draft, change]
}
