import { readMail } from '@aangan/service-kit/testing/letters'
import { expect, it } from 'vitest'
import { DAY } from './testing/people.ts'
import { useAuth } from './testing/use-auth.ts'

const { auth, people } = await useAuth()

/** What somebody writes who knows the address of a stranger. */
const HOSTILE = {
  username: 'www.evil.example',
  email: 'www.evil.example@example.org',
  next: 'call.evil.example@example.org',
  password: 'www.evil.example/password',
  headers: { 'user-agent': 'www.evil.example', host: 'www.evil.example', 'x-forwarded-host': 'www.evil.example' },
}
const PLAIN = {
  username: 'meera',
  email: 'meera@example.org',
  next: 'meera.rao@example.org',
  password: 'correct horse',
  headers: {},
}

/** Causes each mail that auth sends, and returns them with tokens and times replaced. */
async function journey({ username, email, next, password, headers }: typeof HOSTILE | typeof PLAIN) {
  const call = (path: string, body: object) => auth.call(path, { body, headers })
  const before = (await auth.mails()).length
  await call('/auth/register', { username, email, password })
  const login = await auth.login(username, password, { headers })
  const person = { id: login.json().id, username, email, cookies: auth.cookiesOf(login) }
  await call('/auth/forgot', { email })
  await people.token(email, 'reset')
  await people.confirm(await people.token(email, 'confirm'), person)
  await call('/auth/forgot', { email })
  await people.token(email, 'reset', 2)
  await people.change(person, { password: `${password}!` })
  await people.token(email, 'undo')
  await people.change(person, { email: next })
  await people.token(email, 'undo', 2)
  await people.change(person, { email: `x.${next}`, password })
  await people.token(email, 'undo', 3)
  await people.confirm(await people.token(`x.${next}`, 'confirm'), person)
  await people.token(email, 'undo', 4)
  auth.pass(DAY)
  const sent = (await auth.mails()).slice(before)
  return sent.map((mail) => ({ to: readMail(mail).head.match(/^To: (.*)$/m)?.[1], ...wordsOf(mail) }))
}

function wordsOf(mail: string): { subject: string; text: string } {
  const body = mail.slice(mail.indexOf('\r\n\r\n')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const text = body
    .replaceAll(/token=[\w-]{43}/g, 'token=TOKEN')
    // Only sent to a confirmed address, and never as a link.
    .replaceAll(/(?<=&account=)(?:[\w-]|%2E)+/g, 'NAME')
    .replaceAll(/(?<=The username of this account is )(?:[\w-]|\.=E2=81=A0)+/g, 'NAME')
    .replaceAll(/on \d{1,2} \w+ \d{4} at [\d:]+ [ap]m/g, 'on DATE')
  return { subject: readMail(mail).subject, text }
}

it('no mail contains anything that a person has entered, except a username that cannot become a link', async () => {
  const [hostile, plain] = [await journey(HOSTILE), await journey(PLAIN)]
  const words = (mails: Awaited<ReturnType<typeof journey>>) =>
    mails.map(({ subject, text }) => `${subject}\n${text}`).sort()
  expect(words(hostile)).toEqual(words(plain))
  expect(words(hostile).join('\n')).not.toContain('evil')
  expect(words(plain).join('\n')).not.toMatch(/meera/i)
  const subjects = hostile.map(({ to, subject }) => `${to}: ${subject}`)
  expect(subjects.sort()).toEqual(
    [
      `${HOSTILE.email}: A new email address was entered at Aangan`,
      `${HOSTILE.email}: Confirm your email address for Aangan`,
      `${HOSTILE.email}: Reset your Aangan password`,
      `${HOSTILE.email}: Reset your Aangan password`,
      `${HOSTILE.email}: Your Aangan password was changed`,
      `${HOSTILE.email}: Your Aangan password was changed`,
      `${HOSTILE.email}: Your email address at Aangan was changed`,
      `${HOSTILE.next}: Confirm your email address for Aangan`,
      `x.${HOSTILE.next}: Confirm your email address for Aangan`,
    ].sort(),
  )
})
