import { oneLine } from '@aangan/contracts/text/characters'
/** `alt` is '' if there is no description. */
export interface KeptPicture {
  url: string
  alt: string
}

/** `file` is kept only if the upload can be retried. */
type PictureState = { key: string } & (
  | { state: 'sending'; name: string; preview: string; share: number }
  | { state: 'refused'; name: string; reason: string; file?: File | undefined }
  | { state: 'uploaded'; url: string }
)

export type FormPicture = PictureState & { alt: string }

export type PictureChange =
  | { type: 'restarted'; pictures: readonly KeptPicture[] }
  | { type: 'added'; pictures: FormPicture[] }
  /** Ignored if the picture was removed meanwhile. */
  | { type: 'updated'; picture: PictureState }
  | { type: 'described'; key: string; alt: string }
  | { type: 'removed'; key: string }
  | { type: 'moved'; key: string; step: 1 | -1 }

/** Refused pictures go last: only the order of the others matters. */
export function changePictures(pictures: readonly FormPicture[], change: PictureChange): readonly FormPicture[] {
  const changed = changeList(pictures, change)
  return [...changed.filter(({ state }) => state !== 'refused'), ...changed.filter(({ state }) => state === 'refused')]
}

function changeList(pictures: readonly FormPicture[], change: PictureChange): readonly FormPicture[] {
  switch (change.type) {
    case 'restarted':
      return keptPictures(change.pictures)
    case 'added':
      return [...pictures, ...change.pictures]
    case 'updated':
      return pictures.map((picture) =>
        picture.key === change.picture.key ? { ...change.picture, alt: picture.alt } : picture,
      )
    case 'described':
      return pictures.map((picture) => (picture.key === change.key ? { ...picture, alt: change.alt } : picture))
    case 'removed':
      return pictures.filter(({ key }) => key !== change.key)
    case 'moved':
      return moved(pictures, change)
  }
}

export function keptPictures(kept: readonly KeptPicture[]): readonly FormPicture[] {
  return kept.map(({ url, alt }) => ({ key: url, alt, state: 'uploaded', url }))
}

export function uploadedOf(pictures: readonly FormPicture[]): KeptPicture[] {
  return pictures.flatMap((picture) =>
    picture.state === 'uploaded' ? [{ url: picture.url, alt: oneLine(picture.alt) }] : [],
  )
}

function moved(pictures: readonly FormPicture[], { key, step }: { key: string; step: 1 | -1 }) {
  const from = pictures.findIndex((picture) => picture.key === key)
  const to = from + step
  const [picture, other] = [pictures[from], pictures[to]]
  if (!picture || !other) return pictures
  return pictures.map((each) => (each === picture ? other : each === other ? picture : each))
}
