import type { Format } from '@aangan/contracts/format'
import { oneLine } from '@aangan/contracts/text/characters'
import type { Entered } from './draft.ts'
import { FIELD_NAMES, FIELDS, type FieldName, type FormTexts, textsOf, type WholeBody } from './form-fields.ts'

export type FieldErrors = Partial<Record<FieldName, string>>

type ReadPost = { body: WholeBody; errors?: undefined } | { body?: undefined; errors: FieldErrors }

/**
 * Returns the request body, or the errors by field. Values that equal the stored post are not checked: imports allow
 * more gaps than the form.
 */
export function readPost(entered: Entered, stored?: FormTexts): ReadPost {
  const texts = meant(entered.texts)
  const isOld = (name: FieldName) => entered.texts[name] === stored?.[name] && texts.property === stored.property
  const errors = FIELD_NAMES.flatMap((name) => {
    const error = isOld(name) ? undefined : FIELDS[name].check?.(texts[name], texts)
    return error ? [[name, error]] : []
  })
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { body: bodyOf(entered) }
}

/** Returns the error of one field, if any. */
export function errorOf(name: FieldName, entered: FormTexts): string | undefined {
  const texts = meant(entered)
  return FIELDS[name].check?.(texts[name], texts)
}

/** '= 1,184 sqft' of '110 sqm'; undefined if the text says so itself, or is not valid. */
export function understoodOf(name: FieldName, entered: FormTexts, format: Format): string | undefined {
  const { inWords, check } = FIELDS[name]
  const texts = meant(entered)
  const isAsTyped = texts[name] === oneLine(entered[name])
  return inWords && !isAsTyped && !check?.(texts[name], texts) ? `= ${inWords(texts[name], format)}` : undefined
}

/** Texts must be valid, or come from a stored post. */
export function bodyOf({ texts: entered, pictures }: Entered): WholeBody {
  const texts = meant(entered)
  return {
    postData: {
      ...valuesOf('postData', texts),
      images: pictures.map(({ url }) => url),
      alts: pictures.map(({ alt }) => alt),
    },
    postDetail: valuesOf('postDetail', texts),
  }
}

function valuesOf<Part extends keyof WholeBody>(part: Part, texts: FormTexts): WholeBody[Part] {
  const names = FIELD_NAMES.filter((name) => FIELDS[name].part === part)
  return Object.fromEntries(names.map((name) => [name, FIELDS[name].toValue(texts[name])])) as WholeBody[Part]
}

/** As `clean` reads them, and without what a plot does not have and what does not concern a sale. */
function meant(texts: FormTexts): FormTexts {
  const isLand = texts.property === 'land'
  const isSale = texts.type === 'buy'
  const isLeftOut = (name: FieldName) => (isLand && FIELDS[name].notOfLand) || (isSale && FIELDS[name].notOfSale)
  return textsOf((name) => (isLeftOut(name) ? '' : (FIELDS[name].clean ?? oneLine)(texts[name])))
}
