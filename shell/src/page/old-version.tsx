import { RELOAD_LABEL, reloadPage, TOLD } from '@aangan/design/code-failed'
import { Notice } from '@aangan/design/notice'
import { useToast } from '@aangan/design/toast'
import { findRemedy } from '@aangan/remote/find-remedy'
import { retried } from '@aangan/remote/retried'
import { useSyncExternalStore } from 'react'
import { BehaviorSubject } from 'rxjs'

const isOld$ = new BehaviorSubject(false)

/** Loads a part of the shell that is not seen on the page. If its release was removed, `OldVersion` says so. */
export async function loadShellPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await retried(load)
  } catch (error) {
    if ((await findRemedy(error)) === 'reload') isOld$.next(true)
    throw error
  }
}

/** Offers a reload, over whatever page is open, however far it is scrolled. */
export function OldVersion() {
  const isOld = useSyncExternalStore(subscribe, () => isOld$.value, no)
  const { title, message } = TOLD.reload
  const action = { label: RELOAD_LABEL, run: reloadPage }
  const [toast] = useToast(
    isOld ? <Notice text={`${title}. ${message}`} action={action} dismiss={() => isOld$.next(false)} /> : null,
  )
  return toast
}

function subscribe(onChange: () => void): () => void {
  const subscription = isOld$.subscribe(onChange)
  return () => subscription.unsubscribe()
}

function no(): boolean {
  return false
}
