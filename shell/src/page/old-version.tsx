import { CodeFailedLine, reloadPage } from '@aangan/design/code-failed'
import { findRemedy } from '@aangan/remote/find-remedy'
import { retried } from '@aangan/remote/retried'
import { useSyncExternalStore } from 'react'
import { BehaviorSubject } from 'rxjs'
import * as s from './page.module.css'

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

/** Offers a reload, above whatever page is open. */
export function OldVersion() {
  const isOld = useSyncExternalStore(subscribe, () => isOld$.value, no)
  return isOld && <CodeFailedLine className={s.old} title="" remedy="reload" onRetry={reloadPage} />
}

function subscribe(onChange: () => void): () => void {
  const subscription = isOld$.subscribe(onChange)
  return () => subscription.unsubscribe()
}

function no(): boolean {
  return false
}
