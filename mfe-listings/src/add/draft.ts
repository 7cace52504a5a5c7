import { readUploadUrl } from '@aangan/contracts/media'
import { EMPTY_TEXTS, FIELD_NAMES, type FormTexts } from './form-fields.ts'

/** What was entered and not published: the texts, and the addresses of the uploaded pictures in their order. */
export interface Draft {
  texts: FormTexts
  images: string[]
}

const keyOf = (userId: string) => `add-draft:${userId}`

/** The draft of a person; what is not ours is left out, and without one the form is empty. */
export function readDraft(storage: Storage | null, userId: string): Draft {
  try {
    const { texts, images } = JSON.parse(storage?.getItem(keyOf(userId)) ?? '{}')
    return { texts: readTexts(texts), images: Array.isArray(images) ? images.filter(isUpload) : [] }
  } catch {
    // Not JSON, or a storage that refuses: as good as no draft.
    return { texts: EMPTY_TEXTS, images: [] }
  }
}

/** A full or forbidden storage keeps nothing; the form works without. */
export function writeDraft(storage: Storage | null, userId: string, draft: Draft): void {
  try {
    if (isEmpty(draft)) storage?.removeItem(keyOf(userId))
    else storage?.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {
    // What is entered stays as long as the page.
  }
}

export function forgetDraft(storage: Storage | null, userId: string): void {
  writeDraft(storage, userId, { texts: EMPTY_TEXTS, images: [] })
}

function isEmpty({ texts, images }: Draft): boolean {
  return images.length === 0 && FIELD_NAMES.every((name) => texts[name] === EMPTY_TEXTS[name])
}

function readTexts(stored: unknown): FormTexts {
  const known: Record<string, unknown> = { ...(stored as object | undefined) }
  const kept = FIELD_NAMES.flatMap((name) => (typeof known[name] === 'string' ? [[name, known[name]]] : []))
  return { ...EMPTY_TEXTS, ...Object.fromEntries(kept) }
}

function isUpload(url: unknown): url is string {
  return typeof url === 'string' && readUploadUrl(url)?.kind === 'posts'
}
