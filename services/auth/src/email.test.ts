import { describe, expect, it } from 'vitest'
import { checkEmail, mailboxOf, spellingsOf } from './email.ts'

describe('an address', () => {
  it.each([
    [' Q@Yahoo.co.IN ', 'q@yahoo.co.in'],
    ['q@yahoo。co.in', 'q@yahoo.co.in'],
    ['q@yahoo．co.in', 'q@yahoo.co.in'],
    ['q@yahoo｡com', 'q@yahoo.com'],
    ['ｑ＠ｙａｈｏｏ.com', 'q@yahoo.com'],
    ['q@Bücher.example', 'q@xn--bcher-kva.example'],
    ['q@xn--bcher-kva.example', 'q@xn--bcher-kva.example'],
    ["o'q+1/2?#@a-b.example".replace("'", ''), 'oq+1/2?#@a-b.example'],
  ])('%s has one spelling', (typed, stored) => {
    expect(checkEmail(typed)).toBe(stored)
    expect(checkEmail(stored)).toBe(stored)
  })

  it.each([
    'q@evil.example/.yahoo.com',
    'q@a%2eb.com',
    'q@a?b.com',
    'q@a b.com',
    'q@..com',
    'q@com',
    'q@\u00ad.com',
    '@a.com',
  ])('%s is refused', (typed) => {
    expect(() => checkEmail(typed)).toThrow('Email: enter an address such as name@example.com.')
  })

  it('is looked for as typed, too', () => {
    expect(spellingsOf(' Q@yahoo。co.in')).toEqual(['q@yahoo。co.in', 'q@yahoo.co.in'])
    expect(spellingsOf('q@yahoo.co.in')).toEqual(['q@yahoo.co.in'])
    expect(spellingsOf('@')).toEqual(['@'])
  })
})

it.each([
  ['asha+1+2@example.org', 'asha@example.org'],
  ['a.sha@example.org', 'a.sha@example.org'],
  ['a.s.ha@gmail.com', 'asha@gmail.com'],
  ['asha+x.y@googlemail.com', 'asha@gmail.com'],
  ['asha@notgmail.com', 'asha@notgmail.com'],
])('%s arrives in the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
