import type { Format } from '@aangan/contracts/format'

const MAX_MESSAGE = 5_000
const MIN_PHONE_DIGITS = 6
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** What was entered, in the order of its fields. */
export interface Message {
  name: string
  email: string
  phone: string
  message: string
}

export type MessageErrors = Partial<Record<keyof Message, string>>

/** What is wrong with each field, in words for beneath it and in their order; an empty object for a good message. */
export function checkMessage({ name, email, phone, message }: Message, format: Pick<Format, 'number'>): MessageErrors {
  const errors: MessageErrors = {
    name: name.trim() === '' ? 'Enter your name.' : undefined,
    email: checkEmail(email.trim()),
    phone: checkPhone(phone.trim()),
    message: checkText(message.trim(), format),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

function checkEmail(email: string): string | undefined {
  if (email === '') return 'Enter your email address.'
  return EMAIL.test(email) ? undefined : 'Check your email address: something like name@example.com.'
}

/** People write numbers in many ways and scripts, so only their digits count. */
function checkPhone(phone: string): string | undefined {
  if (phone === '') return 'Enter your phone number.'
  const digits = phone.match(/\p{Nd}/gu) ?? []
  return digits.length < MIN_PHONE_DIGITS
    ? `Check your phone number: it has at least ${MIN_PHONE_DIGITS} digits.`
    : undefined
}

function checkText(text: string, { number }: Pick<Format, 'number'>): string | undefined {
  if (text === '') return 'Write your message.'
  if (text.length <= MAX_MESSAGE) return undefined
  return `Write at most ${number(MAX_MESSAGE)} characters; these are ${number(text.length)}.`
}
