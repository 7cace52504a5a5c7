import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RawAnswer } from '@aangan/service-kit/testing/raw-http'
import { afterEach, expect, it } from 'vitest'
import { cookieOf, PASSWORD, type SiteHere, startSiteHere } from './testing/site-here.ts'

const WRONG = 'wrong-password-5Zq'
const NEXT = 'changed-password-7Xw'
const LAST = 'reset-password-9Kv'
const IN_BAD_JSON = 'bad-json-password-3Jt'

let site: SiteHere
afterEach(() => site.close())

it('no password, cookie, token, hash or key appears in logs, file names or responses', async () => {
  site = await startSiteHere()
  const answers: RawAnswer[] = []
  const send: SiteHere['send'] = async (request) => {
    const answer = await site.send(request)
    answers.push(answer)
    return answer
  }
  const post = (path: string, json: unknown, headers = {}) => send({ method: 'POST', path, json, headers })

  const asha = await site.enter('asha')
  const { cookie } = asha
  await post('/auth/login', { username: 'asha', password: WRONG })
  await post('/auth/register', { username: 'asha', email: 'asha@example.com', password: PASSWORD })
  await post('/auth/register', { username: 'a', email: 'none', password: PASSWORD })
  for (const password of [[WRONG], { is: WRONG }, null])
    await post('/auth/login', { username: 'asha', password, other: WRONG })
  const json = { 'content-type': 'application/json' }
  for (const body of [`{"username":"asha","password":"${IN_BAD_JSON}"`, `{"password":"${IN_BAD_JSON}\\u0000"}`])
    await send({ method: 'POST', path: '/auth/login', headers: json, body })
  await send({ path: `/posts/x?token=${IN_BAD_JSON}`, headers: { cookie, authorization: `Bearer ${IN_BAD_JSON}` } })
  await send({ path: '/auth/sessions', headers: { cookie } })
  const page = await send({ path: `/reset?token=${IN_BAD_JSON}` })
  expect(page.status).toBe(503)
  const confirmation = await mailedToken('confirm')
  expect((await post('/auth/confirm', { token: confirmation }, { cookie })).status).toBe(200)
  const changed = await send({
    method: 'PUT',
    path: `/users/${asha.id}`,
    headers: { cookie },
    json: { password: NEXT, currentPassword: PASSWORD },
  })
  expect(changed.status).toBe(200)

  await post('/auth/forgot', { email: 'asha@example.com' })
  const token = await mailedToken('reset')
  expect((await post('/auth/reset', { token, password: 'short' })).status).toBe(400)
  expect((await post('/auth/reset', { token, password: LAST })).status).toBe(200)
  expect((await post('/auth/reset', { token, password: LAST })).status).toBe(400)
  const undo = await mailedToken('undo')
  // Not among the answers: this one must contain a token.
  const undone = await site.send({ method: 'POST', path: '/auth/undo', json: { token: undo } })
  const fresh: string = JSON.parse(undone.body).token
  expect((await post('/auth/reset', { token: fresh, password: LAST })).status).toBe(200)
  const again = cookieOf(await site.signIn('asha', LAST))
  await breakFolders()
  expect((await upload(send, again)).status).toBe(503)
  await post('/auth/forgot', { email: 'asha@example.com' })
  await expect.poll(() => site.logged()).toContain('could not send a password reset mail')
  expect((await post('/auth/logout', {}, { cookie: again })).status).toBe(200)

  const cookies = [cookie, again].flatMap((text) => text.split('; ').map((one) => one.split('=')[1] ?? ''))
  expect(cookies).toHaveLength(4)
  const tokens = [...cookies, token, confirmation, undo, fresh]
  const key = await readFile(join(site.dataDir, 'secrets', 'identity.pem'), 'utf8')
  const secrets = [PASSWORD, WRONG, NEXT, LAST, IN_BAD_JSON, ...tokens, ...tokens.map(hashOf), ...key.split('\n')]
  const written = [
    ['the log', site.logged()],
    ...answers.map(({ status, body }) => [`an answer ${status}`, body] as const),
  ] as const
  for (const [where, text] of written) {
    expect(text.length, where).toBeGreaterThan(0)
    for (const secret of secrets.filter((one) => one.length > 4 && !one.startsWith('-----')))
      expect(text.includes(secret), `${secret} in ${where}: ${lineWith(text, secret)}`).toBe(false)
    expect(text, where).not.toMatch(/eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}|\$argon2/)
  }
})

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function lineWith(text: string, secret: string): string {
  return text.split('\n').find((line) => line.includes(secret)) ?? ''
}

/** Returns the token in the only mailed link to this page. */
async function mailedToken(page: 'confirm' | 'reset' | 'undo'): Promise<string> {
  const folder = join(site.dataDir, 'mail')
  const tokens = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const texts = mails.map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
    const found = texts.flatMap((text) => new RegExp(`/${page}\\?token=([\\w-]{43})`).exec(text)?.[1] ?? [])
    for (const token of found) expect(names.join()).not.toContain(token)
    return found
  }
  await expect.poll(async () => (await tokens()).length).toBe(1)
  return (await tokens())[0] ?? ''
}

/** Makes uploads and mails fail halfway. */
async function breakFolders(): Promise<void> {
  for (const name of ['mail', 'media']) {
    await rm(join(site.dataDir, name), { recursive: true })
    await writeFile(join(site.dataDir, name), '')
  }
}

function upload(send: SiteHere['send'], cookie: string): Promise<RawAnswer> {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
  const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x' }
  return send({ method: 'POST', path: '/media/posts', headers, body: `${head}x\r\n--x--\r\n` })
}
