/** A picture in the form: on its way, uploaded, or refused. */
export type FormPicture = { key: string } & (
  | { state: 'sending'; name: string; preview: string; share: number }
  | { state: 'refused'; name: string; reason: string }
  | { state: 'uploaded'; url: string }
)

export type PictureChange =
  | { type: 'added'; pictures: FormPicture[] }
  /** It is as it says now, unless it was removed meanwhile. */
  | { type: 'updated'; picture: FormPicture }
  | { type: 'removed'; key: string }
  | { type: 'moved'; key: string; step: 1 | -1 }

/** The refused ones stay behind the others: what counts is the order of those. */
export function changePictures(pictures: readonly FormPicture[], change: PictureChange): readonly FormPicture[] {
  const changed = changeList(pictures, change)
  return [...changed.filter(({ state }) => state !== 'refused'), ...changed.filter(({ state }) => state === 'refused')]
}

function changeList(pictures: readonly FormPicture[], change: PictureChange): readonly FormPicture[] {
  switch (change.type) {
    case 'added':
      return [...pictures, ...change.pictures]
    case 'updated':
      return pictures.map((picture) => (picture.key === change.picture.key ? change.picture : picture))
    case 'removed':
      return pictures.filter(({ key }) => key !== change.key)
    case 'moved':
      return moved(pictures, change)
  }
}

/** The pictures of a draft. */
export function keptPictures(urls: readonly string[]): readonly FormPicture[] {
  return urls.map((url) => ({ key: url, state: 'uploaded', url }))
}

export function addressesOf(pictures: readonly FormPicture[]): string[] {
  return pictures.flatMap((picture) => (picture.state === 'uploaded' ? [picture.url] : []))
}

function moved(pictures: readonly FormPicture[], { key, step }: { key: string; step: 1 | -1 }) {
  const from = pictures.findIndex((picture) => picture.key === key)
  const to = from + step
  const [picture, other] = [pictures[from], pictures[to]]
  if (!picture || !other) return pictures
  return pictures.map((each) => (each === picture ? other : each === other ? picture : each))
}
