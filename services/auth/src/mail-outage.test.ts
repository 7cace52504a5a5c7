import { mkdir, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sendUnsentMails } from './mail-retries.ts'
import { partsOver } from './testing/parts.ts'
import { peopleOf } from './testing/people.ts'
import { startAuth } from './testing/start.ts'

const LATER_MS = 6 * 60_000

/** A process of auth whose mails and retries the test controls. */
async function start() {
  const auth = await startAuth()
  onTestFinished(() => auth.close())
  const { resets, confirmations, background } = partsOver(auth)
  return {
    ...{ auth, people: peopleOf(auth), resets, confirmations, settle: background.settle },
    async breakMails() {
      await rm(auth.mailFolder, { recursive: true, force: true })
      await writeFile(auth.mailFolder, 'not a folder')
    },
    async mendMails() {
      await rm(auth.mailFolder)
      await mkdir(auth.mailFolder)
    },
    sendUnsent: () => sendUnsentMails(auth.parts, { reset: resets.send, confirm: confirmations.send }),
  }
}

describe('while mails cannot be sent', () => {
  it('links for a new password wait, and do not count: one is sent later, another one at once', async () => {
    const { auth, people, resets, settle, sendUnsent, breakMails, mendMails } = await start()
    const person = await people.confirmed()
    await breakMails()
    for (let at = 0; at < 6; at += 1) {
      resets.mail(person.email)
      await settle()
    }
    auth.pass(LATER_MS)
    await sendUnsent()
    await mendMails()
    await sendUnsent()
    expect(await people.tokens(person.email, 'reset')).toEqual([])
    auth.pass(LATER_MS)
    await Promise.all([sendUnsent(), sendUnsent()])
    const token = await people.token(person.email, 'reset')
    auth.pass(LATER_MS)
    await sendUnsent()
    resets.mail(person.email)
    await settle()
    expect(await people.tokens(person.email, 'reset')).toHaveLength(2)
    expect((await people.reset({ token, password: 'a new password' })).statusCode).toBe(200)
  })

  it('one waits for all spellings of an address', async () => {
    const { auth, people, resets, settle, breakMails } = await start()
    const { email } = await people.confirmed()
    await breakMails()
    for (const spelling of [email, email.toUpperCase(), email.replace('@', '\uff20')]) {
      resets.mail(spelling)
      await settle()
    }
    expect(await auth.store.collection('unsent-mails').find({}).toArray()).toHaveLength(1)
  })

  it('they are given up after an hour', async () => {
    const { auth, people, resets, settle, sendUnsent, breakMails, mendMails } = await start()
    const person = await people.confirmed()
    await breakMails()
    resets.mail(person.email)
    await settle()
    auth.pass(61 * 60_000)
    await auth.accounts.sweep(auth.parts.now())
    await mendMails()
    await sendUnsent()
    expect(await people.tokens(person.email, 'reset')).toEqual([])
  })

  it('whoever asks for a confirmation link is told so, and not held to the limit afterwards', async () => {
    const { auth, people, breakMails, mendMails } = await start()
    const person = await people.enter()
    await people.token(person.email, 'confirm')
    await breakMails()
    const ask = () => auth.call('/auth/confirm/send', { cookies: person.cookies })
    for (let at = 0; at < 11; at += 1) {
      const answer = await ask()
      const said = 'We could not send the email right now. Try again in a few minutes.'
      expect([answer.statusCode, answer.json().message]).toEqual([503, said])
    }
    await mendMails()
    expect((await ask()).statusCode).toBe(200)
    expect(await auth.store.collection('confirmations').countDocuments({})).toBe(2)
  })

  it('the confirmation of a new address is sent later', async () => {
    const { auth, people, confirmations, settle, sendUnsent, breakMails, mendMails } = await start()
    const person = await people.confirmed()
    const email = `next.${person.email}`
    await breakMails()
    const account = await auth.accounts.change(person.id, () => ({ email }))
    confirmations.request(account ?? expect.fail())
    await settle()
    await mendMails()
    auth.pass(LATER_MS)
    await sendUnsent()
    expect((await people.confirm(await people.token(email, 'confirm'), person)).statusCode).toBe(200)
  })
})
