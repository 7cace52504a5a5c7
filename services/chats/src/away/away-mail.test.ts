import { HOSTILE_WORDS, LINK_IN_MAIL } from '@aangan/service-kit/testing/hostile-words'
import { expect, it } from 'vitest'
import { awayMail } from './away-mail.ts'

const SETTINGS = { SITE_URL: 'https://homes.example', SITE_NAME: 'Aangan', MAIL_FROM: 'no-reply@homes.example' }
const READER = { username: 'asha', email: 'asha@example.org', token: 'T' }

it.each(HOSTILE_WORDS)('makes no link of %j, and no header', (words) => {
  const mail = awayMail([{ writer: words, texts: [words], more: false }], { ...READER, username: words }, SETTINGS)
  const ours = mail.text.replaceAll(SETTINGS.SITE_URL, '')
  expect(`${mail.subject}\n${ours}`).not.toMatch(LINK_IN_MAIL)
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.to).toBe(READER.email)
})
