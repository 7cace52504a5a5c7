import { Notice } from '@aangan/design/notice'
import { useRemote } from '@aangan/remote/context'
import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { saveFailed, selectSaveFailure } from './saved-slice.ts'
import { wishSaved } from './saving-api.ts'
import { useAppDispatch } from './use-app-dispatch.ts'

/** A notice for `useToast` until the home is saved, or the notice dismissed; null if nothing failed. */
export function useSaveFailure(): ReactNode {
  const { report } = useRemote()
  const dispatch = useAppDispatch()
  const failure = useSelector(selectSaveFailure)
  if (failure === null) return null
  const { id, isSaved, isGone, reason } = failure
  const dismiss = () => dispatch(saveFailed(null))
  if (isGone) return <Notice text="This home is no longer listed." dismiss={dismiss} />
  const what = isSaved ? 'The home could not be saved.' : 'The home could not be removed from your saved homes.'
  const run = () => void dispatch(wishSaved(id, isSaved)).catch(report)
  return (
    <Notice
      text={reason === null ? what : `${what} ${reason}`}
      action={{ label: 'Try again', run }}
      dismiss={dismiss}
    />
  )
}
