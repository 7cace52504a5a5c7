import { describe, expect, it } from 'vitest'
import { checkMessage, type Message } from './message.ts'

const GOOD: Message = { name: 'Asha', email: 'asha@example.com', phone: '+91 98765 43210', message: 'Hello' }
const check = (part: Partial<Message>) => checkMessage({ ...GOOD, ...part }, { number: String })

describe('checkMessage', () => {
  it.each([
    'asha@example.com',
    "o'neill@example.com",
    'mailto:asha@example.com',
    ' asha.rao+home@mail.example.co.in ',
    'आशा@उदाहरण.भारत',
  ])('takes the email address %s', (email) => {
    expect(check({ email })).toEqual({})
  })

  it.each(['asha', 'asha@example', '@example.com', 'asha rao@example.com', 'asha@example..com', 'a@b@example.com'])(
    'refuses the email address %s',
    (email) => {
      expect(Object.keys(check({ email }))).toEqual(['email'])
    },
  )

  it.each([
    '+91 98765 43210',
    '09876543210',
    '(080) 2222-3333',
    '९८७६५ ४३२१०',
    '98765 43210 ext. 12',
    '98200\u201112345',
  ])('takes the phone number %s', (phone) => {
    expect(check({ phone })).toEqual({})
  })

  it.each(['by day', '12345', '+'])('refuses the phone number %s', (phone) => {
    expect(Object.keys(check({ phone }))).toEqual(['phone'])
  })

  it('accepts at most 5,000 characters', () => {
    expect(check({ message: 'a'.repeat(5_000) })).toEqual({})
    expect(check({ message: 'a'.repeat(5_001) })).toEqual({
      message: 'Write at most 5000 characters. Your message has 5001.',
    })
  })

  it('requires every field, in order, and not only spaces', () => {
    expect(Object.keys(check({ name: '\u3164', email: '\u200b', phone: ' ', message: '\u2800\n' }))).toEqual([
      'name',
      'email',
      'phone',
      'message',
    ])
  })
})
