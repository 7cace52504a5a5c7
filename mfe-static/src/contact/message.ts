import type { Format } from '@aangan/contracts/format'
import { isBlank, severalLines } from '@aangan/contracts/text/characters'
import { readEmail } from '@aangan/contracts/text/emails'
import { readPhone } from '@aangan/contracts/text/phones'

const MAX_MESSAGE = 5_000

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
    name: isBlank(name) ? 'Enter your name.' : undefined,
    email: checkEmail(email),
    phone: checkPhone(phone),
    message: checkText(severalLines(message), format),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

function checkEmail(email: string): string | undefined {
  if (isBlank(email)) return 'Enter your email address.'
  return readEmail(email) ? undefined : 'Check your email address: something like name@example.com.'
}

function checkPhone(phone: string): string | undefined {
  if (isBlank(phone)) return 'Enter your phone number.'
  return readPhone(phone) ? undefined : 'Check your phone number: something like +91 98200 12345.'
}

function checkText(text: string, { number }: Pick<Format, 'number'>): string | undefined {
  if (text === '') return 'Write your message.'
  if (text.length <= MAX_MESSAGE) return undefined
  return `Write at most ${number(MAX_MESSAGE)} characters. Your message has ${number(text.length)}.`
}
