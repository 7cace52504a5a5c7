import { post } from '@aangan/contracts/testing/posts'
import { HOSTILE_WORDS, LINK_IN_MAIL } from '@aangan/service-kit/testing/hostile-words'
import { expect, it } from 'vitest'
import { alertMail } from './alert-mail.ts'

const SITE_URL = 'https://homes.example'
const CONFIG = { SITE_URL, SITE_NAME: 'Aangan', SITE_CURRENCY: 'inr' } as Parameters<typeof alertMail>[2]
const READER = { username: 'asha', email: 'asha@example.org', token: 'T' }

it.each(HOSTILE_WORDS)('makes no link of %j in a listing, a search or a name, and no header', (words) => {
  const found = [post({ title: words, address: words, city: words })]
  const mail = alertMail(
    { search: 'city=Pune', posts: found, total: 1, more: false },
    { ...READER, username: words },
    CONFIG,
  )
  const linked = alertMail(
    { search: `${new URLSearchParams({ city: words })}`, posts: [], total: 1, more: false },
    READER,
    CONFIG,
  )
  expect(mail.text.replaceAll(SITE_URL, '')).not.toMatch(LINK_IN_MAIL)
  const saved = linked.text.split('\n').find((line) => line.startsWith('Aangan has'))
  expect(`${linked.subject}\n${saved}`).not.toMatch(LINK_IN_MAIL)
  expect(linked.subject).not.toMatch(/[\r\n]/)
  expect(mail.subject).toBe('1 new home: homes to buy or rent in Pune')
  expect(mail.to).toBe(READER.email)
})
