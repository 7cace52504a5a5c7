import { describe, expect, it } from 'vitest'
import { readEmail } from './emails.ts'
import { readPhone } from './phones.ts'

describe('a phone number', () => {
  it.each([
    ['+91 98200 12345', '+91 98200 12345', '+919820012345'],
    ['98200 12345', '98200 12345', '+919820012345'],
    ['098200-12345', '098200-12345', '+919820012345'],
    ['919820012345', '919820012345', '+919820012345'],
    ['0091 98200 12345', '0091 98200 12345', '+919820012345'],
    ['+91 (0) 98200 12345', '+91 (0) 98200 12345', '+919820012345'],
    ['+91-98200.12345', '+91-98200.12345', '+919820012345'],
    ['(+91) 98200 12345', '(+91) 98200 12345', '+919820012345'],
    ['(080) 4123 4567', '(080) 4123 4567', '+918041234567'],
    ['98200\u00a012345', '98200 12345', '+919820012345'],
    ['98200\u201112345', '98200-12345', '+919820012345'],
    ['\u202a+91 98200 12345\u202c', '+91 98200 12345', '+919820012345'],
    ['९८२०० १२३४५', '98200 12345', '+919820012345'],
    ['＋９１ 98200 12345', '+91 98200 12345', '+919820012345'],
    ['tel:+919820012345', '+919820012345', '+919820012345'],
    ['Mob. no: 98200 12345', '98200 12345', '+919820012345'],
    ['4123 4567', '4123 4567', '41234567'],
    ['+44 20 7946 0958', '+44 20 7946 0958', '+442079460958'],
    ['+1 212 555 0123', '+1 212 555 0123', '+12125550123'],
    ['080 4123 4567 ext. 12', '080 4123 4567 ext. 12', '+918041234567'],
  ])('%j', (text, shown, dial) => {
    expect(readPhone(text)).toEqual({ shown, dial })
  })

  it.each(['', ' ', '\u200b', 'by day', '12345', '+', '98200 12345 / 98200 54321', '98200 12345 Asha', '1+1 234 567'])(
    '%j is none',
    (text) => {
      expect(readPhone(text)).toBeNull()
    },
  )
})

describe('an email address', () => {
  it.each([
    ['asha@example.com', 'asha@example.com'],
    [' Asha.Rao+Home@Mail.Example.CO.IN ', 'asha.rao+home@mail.example.co.in'],
    ["o'neill@example.com", "o'neill@example.com"],
    ['o’neill@example.com', "o'neill@example.com"],
    ['mailto:asha@example.com', 'asha@example.com'],
    ['MAILTO: asha@example.com?subject=Hello', 'asha@example.com'],
    ['Asha Rao <asha@example.com>', 'asha@example.com'],
    ['<asha@example.com>;', 'asha@example.com'],
    ['"asha@example.com"', 'asha@example.com'],
    ["'asha@example.com'", 'asha@example.com'],
    ['asha@example.com,', 'asha@example.com'],
    ['asha @ example. com', 'asha@example.com'],
    ['asha\u200b@example.com\ufeff', 'asha@example.com'],
    ['\u202aasha@example.com\u202c\u00a0', 'asha@example.com'],
    ['asha＠example.com', 'asha@example.com'],
    ['आशा१@उदाहरण.भारत', 'आशा१@उदाहरण.भारत'],
  ])('%j is %s', (text, email) => {
    expect(readEmail(text)).toBe(email)
  })

  it.each([
    ...['', 'asha', 'asha@example', '@example.com', 'asha rao@example.com', 'asha@example..com', 'a@b@example.com'],
    `asha@example.com${'.'.repeat(100_000)}`,
    ...['a@example.com, b@example.com', "asha@exam'ple.com", 'a\u0000@example.com', 'asha@', 'a:b@example.com'],
  ])('%j is none', (text) => {
    expect(readEmail(text)).toBeNull()
  })
})
