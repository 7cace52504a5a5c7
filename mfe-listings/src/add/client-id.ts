import type { PersonalStorage } from '@aangan/web-kit/personal-storage'

interface Place {
  storage: PersonalStorage | null
  key: string
}

const nameOf = (key: string) => `${key}:client-id`

/**
 * The id under which a draft is sent, stored from the first attempt on: after a lost response, the next attempt must not
 * publish a second listing. Until then it is the form's own, so that two tabs may publish two homes.
 */
export function takeClientId({ storage, key }: Place, ofForm: string): string {
  try {
    const id = storage?.getItem(nameOf(key)) ?? ofForm
    storage?.setItem(nameOf(key), id)
    return id
  } catch {
    // Storage is full or blocked.
    return ofForm
  }
}

export function forgetClientId({ storage, key }: Place): void {
  storage?.removeItem(nameOf(key))
}
