import type { Format } from '@aangan/contracts/format'

const MAX_MESSAGE = 5_000
const MIN_PHONE_DIGITS = 6
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

export interface Message {
  name: string
  email: string
  phone: string
  message: string
}

export type MessageErrors = Partial<Record<keyof Message, string>>

/** Returns the errors by field, in field order; empty if the message is valid. */
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

/** Counts only digits, of any script: people format numbers in many ways. */
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
  return `Write at most ${number(MAX_MESSAGE)} characters. Your message has ${number(text.length)}.`
}
