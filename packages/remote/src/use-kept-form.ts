import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useSession } from './context.tsx'
import { personalStorage } from './personal-storage.ts'

export type KeptTexts = Record<string, string>

export interface KeptForm {
  /** Under which it is stored; one per form. */
  name: string
  /** Names of its uncontrolled text fields. Never a password's: it would be stored as it is. */
  fields: readonly string[]
  /** What else differs from the form's initial state, as texts. Read it with `readKept`. */
  also?: KeptTexts
  /** Called after what was kept is in the fields, again after a change of user. */
  onRestored?: (form: HTMLFormElement, kept: KeptTexts) => void
}

/**
 * Keeps what is typed into a form in this browser, so that it survives a reload, an ended session and another page. Like
 * everything personal it leaves at sign-out. Returns a function that forgets it: call it once the form is sent.
 */
export function useKeptForm(form: RefObject<HTMLFormElement | null>, kept: KeptForm): () => void {
  const { user } = useSession()
  const userId = user?.id
  const lastUser = useRef(userId)
  const { name, also = {} } = kept
  const alsoText = JSON.stringify(also)

  const keep = useEffectEvent(() => {
    if (form.current) write(userId, kept, changedIn(form.current, kept.fields, readKept(userId, name)))
  })
  const restore = useEffectEvent((element: HTMLFormElement) => {
    // Somebody may have left in another tab.
    if (lastUser.current !== undefined && lastUser.current !== userId) element.reset()
    lastUser.current = userId
    const texts = readKept(userId, name)
    fill(element, kept.fields, texts)
    kept.onRestored?.(element, texts)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other texts
  useEffect(() => {
    const element = form.current
    if (!element) return
    restore(element)
    keep()
    element.addEventListener('input', keep)
    return () => element.removeEventListener('input', keep)
  }, [form, userId, name])
  const keepOthers = useEffectEvent(() => {
    // Fields that are shown only now.
    if (form.current) fill(form.current, kept.fields, readKept(userId, name))
    keep()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is stored with the fields
  useEffect(keepOthers, [alsoText])

  return () => forgetKept(userId, name)
}

/** What is kept of a form; {} on a server, and if storage is blocked. */
export function readKept(userId: string | undefined, name: string): KeptTexts {
  try {
    const texts: unknown = JSON.parse(personalStorage(userId)?.getItem(keyOf(name)) ?? '{}')
    const entries = Object.entries(texts as object).filter(([, text]) => typeof text === 'string')
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

function forgetKept(userId: string | undefined, name: string): void {
  personalStorage(userId)?.removeItem(keyOf(name))
}

/** Does nothing if storage is full or blocked: the fields still hold everything. */
export function writeKept(userId: string | undefined, name: string, texts: KeptTexts): void {
  try {
    if (Object.keys(texts).length === 0) forgetKept(userId, name)
    else personalStorage(userId)?.setItem(keyOf(name), JSON.stringify(texts))
  } catch {
    // Full.
  }
}

function keyOf(name: string): string {
  return `form:${name}`
}

function write(userId: string | undefined, { name, also = {} }: KeptForm, texts: KeptTexts): void {
  writeKept(userId, name, { ...texts, ...also })
}

/** What was typed before the page came alive stays. */
function fill(form: HTMLFormElement, fields: readonly string[], texts: KeptTexts): void {
  for (const name of fields) {
    const control = fieldIn(form, name)
    const text = texts[name]
    if (control && text !== undefined && control.value === control.defaultValue) control.value = text
  }
}

/** The fields that differ from their initial value; `before` of those that are not shown. */
function changedIn(form: HTMLFormElement, fields: readonly string[], before: KeptTexts): KeptTexts {
  const entries = fields.flatMap((name) => {
    const control = fieldIn(form, name)
    const text = control ? control.value : before[name]
    return text === undefined || text === control?.defaultValue ? [] : [[name, text] as const]
  })
  return Object.fromEntries(entries)
}

function fieldIn(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : null
}
