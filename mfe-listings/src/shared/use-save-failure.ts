import { useRemote } from '@aangan/web-kit/context'
import type { Notice } from '@aangan/web-kit/ui/toast'
import { useSelector } from 'react-redux'
import { saveFailed, selectSaveFailure } from './saved-slice.ts'
import { wishSaved } from './saving-api.ts'
import { useAppDispatch } from './use-app-dispatch.ts'

/** A notice for `useToast` until the home is saved, or the notice dismissed; null if nothing failed. */
export function useSaveFailure(): Notice | null {
  const { report } = useRemote()
  const dispatch = useAppDispatch()
  const failure = useSelector(selectSaveFailure)
  if (failure === null) return null
  const { id, isSaved, message } = failure
  const dismiss = () => dispatch(saveFailed(null))
  if (message === null) return { text: 'This home is no longer listed.', dismiss }
  const what = isSaved ? 'The home could not be saved.' : 'The home could not be removed from your saved homes.'
  return {
    text: `${what} ${message}`,
    action: { label: 'Try again', run: () => void dispatch(wishSaved(id, isSaved)).catch(report) },
    dismiss,
  }
}
