import type { PersonalStorage } from '@aangan/web-kit/personal-storage'

interface Place {
  storage: PersonalStorage | null
  key: string
}

interface Attempt {
  clientId: string
  tabId: string
  body: string
}

interface Sent {
  /** New for each form. */
  formId: string
  /** The same after a reload. */
  tabId: string
  body: string
}

const nameOf = (key: string) => `${key}:client-id`

/**
 * The id under which a home is sent, stored from the first attempt on: after a lost response, the next attempt must not
 * publish a second listing. Another tab takes it over for the same home only, so that two tabs publish two homes.
 */
export function takeClientId({ storage, key }: Place, { formId, tabId, body }: Sent): string {
  try {
    const last = readAttempt(storage?.getItem(nameOf(key)) ?? null)
    const isSame = last !== null && (last.tabId === tabId || last.body === body)
    const clientId = isSame ? last.clientId : formId
    storage?.setItem(nameOf(key), JSON.stringify({ clientId, tabId, body } satisfies Attempt))
    return clientId
  } catch {
    // Storage is full or blocked.
    return formId
  }
}

const TAB = 'add-tab'

/** @param fresh for a new tab, or if storage is blocked */
export function tabIdOf(fresh: string): string {
  try {
    const id = sessionStorage.getItem(TAB) ?? fresh
    sessionStorage.setItem(TAB, id)
    return id
  } catch {
    return fresh
  }
}

/** Null for none, and for what an earlier release stored. */
function readAttempt(stored: string | null): Attempt | null {
  return stored?.startsWith('{') ? JSON.parse(stored) : null
}

export function forgetClientId({ storage, key }: Place): void {
  storage?.removeItem(nameOf(key))
}
