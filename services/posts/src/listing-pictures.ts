import { LISTING_LIMITS as LIMITS } from '@aangan/contracts/post-constants'
import { isPictureElsewhere } from '@aangan/service-kit/picture-elsewhere'
import { refuse } from '@aangan/service-kit/query'
import { line } from './checks.ts'

export interface Pictures {
  images: string[]
  /** In the order of `images`. */
  alts: string[]
}

type Given = Pick<Pictures, 'images'> & Partial<Pictures>

/**
 * May keep pictures of `before` that are beyond later limits.
 * @throws BAD_REQUEST naming the field, its value and what is allowed
 */
export function checkGivenPictures(facts: Given, before: Pictures): Pictures {
  const checked = { images: images(facts.images, before.images), alts: alts(facts) }
  if (charactersOf(checked) > Math.max(LIMITS.pictures, charactersOf(before)))
    refuse('images', facts.images, `at most ${LIMITS.pictures} characters together with alts`)
  return checked
}

function charactersOf({ images, alts }: Pictures): number {
  return [...images, ...alts].reduce((sum, { length }) => sum + length, 0)
}

/** Only `/media/…` paths and https URLs: our pages load nothing else. */
function images(given: unknown, before: string[]): string[] {
  if (!Array.isArray(given) || given.length > LIMITS.images)
    refuse('images', given, `a list of at most ${LIMITS.images}`)
  return given.map((value, at) => {
    if (before.includes(value)) return value
    const url = line(`images.${at}`, value, { min: 1, max: LIMITS.url })
    if (!/^\/media(\/(?!\.{1,2}(\/|$))[\w.-]+)+$/.test(url) && !isPictureElsewhere(url)) {
      refuse(`images.${at}`, value, 'a /media path or an https URL')
    }
    return url
  })
}

function alts({ alts: given = [], images }: Given): string[] {
  if (!Array.isArray(given) || (given.length > 0 && given.length !== images.length))
    refuse('alts', given, `empty, or a list with one text per image (${images.length})`)
  const limits = { min: 0, max: LIMITS.alt }
  return images.map((_, at) => line(`alts.${at}`, given[at] ?? '', limits))
}
