import { readUploadUrl } from '@aangan/contracts/media'
import type { PersonalStorage } from '@aangan/remote/personal-storage'
import { forgetClientId } from './client-id.ts'
import { EMPTY_TEXTS, FIELD_NAMES, type FormTexts, textsOf } from './form-fields.ts'
import type { KeptPicture } from './pictures.ts'

/** The form's content; `pictures` are the uploaded ones in order. */
export interface Entered {
  texts: FormTexts
  pictures: readonly KeptPicture[]
  /** Of the stored listing that the pictures were chosen from. */
  rev?: number | undefined
}

export const NOTHING: Entered = { texts: EMPTY_TEXTS, pictures: [] }

/** Where a draft is stored; `base` is the form's content without it. */
export interface DraftEntry {
  storage: PersonalStorage | null
  key: string
  base: Entered
}

/** Only what differs from the base: single texts, but all pictures or none. */
interface StoredDraft {
  texts?: unknown
  images?: unknown
  alts?: unknown
  rev?: unknown
}

export const newDraftKey = (userId: string) => `add-draft:${userId}`
export const editDraftKey = (userId: string, postId: string) => `edit-draft:${userId}:${postId}`

/** Returns the base if there is no draft; ignores invalid values in it. */
export function readDraft({ storage, key, base }: DraftEntry): Entered {
  try {
    const { texts, images, alts, rev }: StoredDraft = JSON.parse(storage?.getItem(key) ?? '{}')
    const pictures = readPictures({ images, alts }, base.pictures)
    return { texts: readTexts(texts, base.texts), pictures, rev: images ? readRev(rev, base.rev) : base.rev }
  } catch {
    // Invalid JSON, or storage is blocked.
    return base
  }
}

/** Does nothing if storage is full or blocked. */
export function writeDraft(entry: DraftEntry, entered: Entered): void {
  const { storage, key, base } = entry
  try {
    if (isChanged(base, entered)) storage?.setItem(key, JSON.stringify(changesOf(base, entered)))
    else forget(entry)
  } catch {
    // The form still holds everything until the page is closed.
  }
}

function forget(entry: DraftEntry): void {
  entry.storage?.removeItem(entry.key)
  forgetClientId(entry)
}

export function forgetDraft(entry: DraftEntry): void {
  writeDraft(entry, entry.base)
}

export function isChanged(base: Entered, { texts, pictures }: Entered): boolean {
  return FIELD_NAMES.some((name) => texts[name] !== base.texts[name]) || !isSame(pictures, base.pictures)
}

/** What was entered over `from`, over a newer state of the same listing: nothing of either is lost. */
export function rebase({ texts, pictures }: Entered, from: Entered, to: Entered): Entered {
  const find = (list: readonly KeptPicture[], wanted: string) => list.find(({ url }) => url === wanted)
  const shown = to.pictures.map((picture) => {
    const own = find(pictures, picture.url)
    const isDescribed = own && own.alt !== find(from.pictures, picture.url)?.alt
    return isDescribed ? own : picture
  })
  const added = pictures.filter(({ url }) => !find(from.pictures, url) && !find(to.pictures, url))
  return {
    texts: textsOf((name) => (texts[name] === from.texts[name] ? to.texts[name] : texts[name])),
    pictures: [...shown, ...added],
    rev: to.rev,
  }
}

function isSame(some: readonly KeptPicture[], others: readonly KeptPicture[]): boolean {
  const same = ({ url, alt }: KeptPicture, at: number) => url === others[at]?.url && alt === others[at].alt
  return some.length === others.length && some.every(same)
}

function changesOf(base: Entered, { texts, pictures, rev }: Entered): StoredDraft {
  const changed = FIELD_NAMES.filter((name) => texts[name] !== base.texts[name])
  const kept = { texts: Object.fromEntries(changed.map((name) => [name, texts[name]])) }
  if (isSame(pictures, base.pictures)) return kept
  return { ...kept, images: pictures.map(({ url }) => url), alts: pictures.map(({ alt }) => alt), rev }
}

/** Drafts of earlier releases do not say it: then any change since the first counts. */
function readRev(stored: unknown, base: number | undefined): number | undefined {
  return typeof stored === 'number' ? stored : base && 1
}

function readTexts(stored: unknown, base: FormTexts): FormTexts {
  const known: Record<string, unknown> = { ...(stored as object | undefined) }
  const kept = FIELD_NAMES.flatMap((name) => (typeof known[name] === 'string' ? [[name, known[name]]] : []))
  return { ...base, ...Object.fromEntries(kept) }
}

function readPictures({ images, alts }: StoredDraft, base: readonly KeptPicture[]): readonly KeptPicture[] {
  if (!Array.isArray(images)) return base
  const texts: unknown[] = Array.isArray(alts) ? alts : []
  return images.flatMap((url: unknown, at) => {
    const isOurs = typeof url === 'string' && (isUpload(url) || base.some((picture) => picture.url === url))
    const alt = texts[at]
    return isOurs ? [{ url, alt: typeof alt === 'string' ? alt : '' }] : []
  })
}

function isUpload(url: string): boolean {
  return readUploadUrl(url)?.kind === 'posts'
}
