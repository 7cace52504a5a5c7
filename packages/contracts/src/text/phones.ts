import { asTyped } from './characters.ts'

export interface Phone {
  /** As people read it: '(080) 4123 4567'. */
  shown: string
  /** For a `tel:` link: '+918041234567'. */
  dial: string
}

const LABEL =
  /^(?:tel|telephone|phone|ph|mob|mobile|m|cell|call|callto|contact|whatsapp|office|home|work)\.?(?: ?(?:no|number))?[\s:.-]*(?=[+(\d])/i
const PICTURES = /^[\p{So}\s]+/u
const WHATSAPP =
  /^(?:(?:https?:\/\/)?wa\.me\/|(?:https?:\/\/(?:api|web)\.whatsapp\.com\/|whatsapp:\/\/)send\/?\?phone=)\+?(?=\d)/i
/** A slash stands behind an area code only: `98200 12345 / 46` is two numbers. */
const PHONE = /^(?:[+(]*\d[\d() -]{0,4}\/ ?(?=(?:\D?\d){5}))?[+(]*\d[\d ().-]*$/
const EXTENSION = /(?: ?(?:ext|extn|x)\.? ?|;ext=)\d{1,5}$/i
/** Of `98200 12345 (WhatsApp)`; but a number in brackets may be another one. */
const REMARK = /(?<=\d) ?[([][^\d()[\]]+[)\]]$/
/** As spreadsheets write whole numbers. */
const DECIMAL = /^(\d+)\.0$/
/** Digits of the longest number (ITU-T E.164), and of the shortest in a town. */
const DIGITS = { min: 6, max: 15 }

/**
 * Reads one phone number as people write and paste it: '+91 98200 12345', '(080) 4123 4567', '98200‑12345',
 * 'tel:+919820012345'. Null if it is none.
 */
export function readPhone(text: string): Phone | null {
  const shown = asTyped(text)
    .replace(PICTURES, '')
    .replace(LABEL, '')
    .replace(WHATSAPP, '+')
    .replace(REMARK, '')
    .replace(/[.,;]+$/, '')
    .replace(DECIMAL, '$1')
  const number = shown.replace(EXTENSION, '')
  const digits = number.replace(/\D/g, '')
  const isPhone = PHONE.test(number) && digits.length >= DIGITS.min && digits.length <= DIGITS.max
  const dial = isPhone ? dialled(number) : null
  return dial === null ? null : { shown, dial }
}

/** An Indian number has ten digits, behind nothing, 0, 91, 091, 0091 or +91. Null for another length behind +91. */
function dialled(number: string): string | null {
  const isInternational = number.includes('+')
  // As in +44 (0)20 7946 0958.
  const digits = (isInternational ? number.replace('(0)', '') : number).replace(/\D/g, '')
  const [tollFree] = /(?<=^(?:91)?)1[68]00\d{6,7}$/.exec(digits) ?? []
  if (tollFree && (!isInternational || digits !== tollFree)) return tollFree
  const [, indian] = (isInternational ? /^910?([1-9]\d{9})$/ : /^(?:0{0,2}91)?0?([1-9]\d{9})$/).exec(digits) ?? []
  if (indian) return `+91${indian}`
  if (isInternational) return digits.startsWith('91') ? null : `+${digits}`
  return digits.replace(/^00(?=[1-9])/, '+')
}
