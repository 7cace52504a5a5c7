import { asTyped } from './characters.ts'

export interface Phone {
  /** As people read it: '(080) 4123 4567'. */
  shown: string
  /** For a `tel:` link: '+918041234567'. */
  dial: string
}

const LABEL = /^(?:tel|telephone|phone|ph|mob|mobile|cell|call|whatsapp)\.?(?: ?(?:no|number))?[\s:.-]*(?=[+(\d])/i
const PHONE = /^[+(]*\d[\d ()./-]*$/
const EXTENSION = / ?(?:ext|extn|x)\.? ?\d{1,5}$/i
/** Digits of the longest number (ITU-T E.164), and of the shortest in a town. */
const DIGITS = { min: 6, max: 15 }

/**
 * Reads one phone number as people write and paste it: '+91 98200 12345', '(080) 4123 4567', '98200‑12345',
 * 'tel:+919820012345'. Null if it is none.
 */
export function readPhone(text: string): Phone | null {
  const shown = asTyped(text).replace(LABEL, '')
  const number = shown.replace(EXTENSION, '')
  const digits = number.replace(/\D/g, '')
  const isPhone = PHONE.test(number) && digits.length >= DIGITS.min && digits.length <= DIGITS.max
  return isPhone ? { shown, dial: dialled(digits, number.includes('+')) } : null
}

/** An Indian number has ten digits, behind nothing, 0, 91, 0091 or +91. */
function dialled(digits: string, isInternational: boolean): string {
  const [, indian] = /^(?:0?|(?:00)?910?)([1-9]\d{9})$/.exec(digits) ?? []
  if (indian && (!isInternational || digits.startsWith('91'))) return `+91${indian}`
  return isInternational ? `+${digits}` : digits
}
