import type { Complete } from '@aangan/contracts/complete'
import { createFormat, DEFAULT_LOCALE } from '@aangan/contracts/format'
import {
  FURNISHINGS,
  LISTING_LIMITS as LIMITS,
  MAX_PRICE,
  MAX_ROOMS,
  PETS,
  POST_TYPES,
  PROPERTIES,
  UTILITIES,
} from '@aangan/contracts/post-constants'
import type { PostBody } from '@aangan/contracts/posts'
import { parseAmount } from '@aangan/contracts/prices'
import type { Entered } from './draft.ts'
import { FIELD_NAMES, type FieldName, type FormTexts } from './form-fields.ts'

export type FieldErrors = Partial<Record<FieldName, string>>

type ReadPost = { body: PostBody; errors?: undefined } | { body?: undefined; errors: FieldErrors }

/**
 * Returns the request body, or the errors by field. Values that equal the stored post are not checked: imports allow
 * more gaps than the form.
 */
export function readPost(entered: Entered, stored?: FormTexts): ReadPost {
  const texts = trimmed(entered.texts)
  const isOld = (name: FieldName) => entered.texts[name] === stored?.[name] && texts.property === stored.property
  const errors = FIELD_NAMES.flatMap((name) => {
    const error = isOld(name) ? undefined : CHECKS[name]?.(texts[name], texts)
    return error ? [[name, error]] : []
  })
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { body: bodyOf(entered) }
}

type Check = (text: string, texts: FormTexts) => string | undefined

const { number } = createFormat({ locale: DEFAULT_LOCALE, currency: 'inr' })

const METRES = optional(whole(0, LIMITS.metres))
const TOO_LONG = 'This text is too long. Shorten it.'

const CHECKS: Partial<Record<FieldName, Check>> = {
  title: written(LIMITS.title, 'Enter a title, such as Bright flat near the lake.'),
  price,
  desc: (text) => (text.length > LIMITS.desc ? TOO_LONG : undefined),
  address: written(LIMITS.address, 'Enter the address.'),
  city: (text) => written(LIMITS.city, 'Enter the city.')(isName(text) ? text : ''),
  latitude: degrees(90, '18.5204'),
  longitude: degrees(180, '73.8567'),
  bedroom: rooms,
  bathroom: rooms,
  size: optional(whole(0, LIMITS.size)),
  income: (text) => (text.length > LIMITS.income ? TOO_LONG : undefined),
  school: METRES,
  bus: METRES,
  restaurant: METRES,
}

/** A number, or an amount such as '85 lakh'. */
function price(text: string): string | undefined {
  const amount = /^[\d.]*$/.test(text) ? text : String(parseAmount(text) ?? text)
  return whole(1, MAX_PRICE)(amount)
}

/** Plots may leave the rooms empty. */
function rooms(text: string, { property }: FormTexts): string | undefined {
  return text === '' && property === 'land' ? undefined : whole(1, MAX_ROOMS)(text)
}

function written(most: number, missing: string) {
  return (text: string) => {
    if (text === '') return missing
    return text.length > most ? TOO_LONG : undefined
  }
}

function whole(least: number, most: number) {
  return (text: string) => {
    if (!/^\d+$/.test(text) || Number(text) < least) return `Enter a whole number, ${least} or more.`
    return Number(text) > most ? `Enter at most ${number(most)}.` : undefined
  }
}

function optional(check: (text: string) => string | undefined): Check {
  return (text) => (text === '' ? undefined : check(text))
}

function degrees(most: number, example: string): Check {
  const wrong = `Enter degrees from -${most} to ${most}, such as ${example}.`
  return (text) => (/^-?\d{1,3}(\.\d{1,20})?$/.test(text) && Math.abs(Number(text)) <= most ? undefined : wrong)
}

function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

type WholeBody = { [Part in keyof PostBody]: Complete<PostBody[Part]> }

/** Texts must be valid, or come from a stored post. */
export function bodyOf(entered: Entered): WholeBody {
  const texts = trimmed(entered.texts)
  const { title, price, address, city, bedroom, bathroom, latitude, longitude, income } = texts
  return {
    postData: {
      title,
      price: parseAmount(price) ?? 0,
      address,
      city,
      bedroom: Number(bedroom),
      bathroom: Number(bathroom),
      type: POST_TYPES.find((type) => type === texts.type) ?? 'rent',
      property: PROPERTIES.find((property) => property === texts.property) ?? 'apartment',
      latitude,
      longitude,
      images: entered.pictures.map(({ url }) => url),
      alts: entered.pictures.map(({ alt }) => alt),
      furnishing: FURNISHINGS.find((one) => one === texts.furnishing) ?? null,
    },
    postDetail: {
      desc: texts.desc,
      utilities: UTILITIES.find((policy) => policy === texts.utilities) ?? null,
      pet: PETS.find((policy) => policy === texts.pet) ?? null,
      income: income || null,
      size: numberOrNull(texts.size),
      school: numberOrNull(texts.school),
      bus: numberOrNull(texts.bus),
      restaurant: numberOrNull(texts.restaurant),
    },
  }
}

function numberOrNull(text: string): number | null {
  return text === '' ? null : Number(text)
}

function trimmed(texts: FormTexts): FormTexts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as FormTexts
}
