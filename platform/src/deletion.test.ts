import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuthStore } from '@aangan/auth/store'
import { DELETED_USER } from '@aangan/contracts/chat-constants'
import { OWN_DATA } from '@aangan/contracts/own-data-calls'
import { openStore } from '@aangan/service-kit/store/open'
import { openConnection } from '@aangan/service-kit/store/sqlite/connection'
import type { RawAnswer } from '@aangan/service-kit/testing/raw-http'
import { expect, it, onTestFinished } from 'vitest'
import { NEW_LISTING } from './testing/new-listing.ts'
import { withPicture } from './testing/route-subjects.ts'
import { PASSWORD, type Person, type SiteHere, startSiteHere } from './testing/site-here.ts'

const NAME = 'zubeda.qx'
const EMAIL = `${NAME}@example.com`
const PHONE = '98204 55123'
/** Everything that only this person has said, except in messages. */
const TRACES = [NAME, EMAIL, PHONE, 'courtyard-of-zubeda', 'reported-by-zubeda']
const KEPT_WORDS = 'kept-for-the-reader'
const GONE_WORDS = 'read-by-nobody'
const RESERVED_HOURS = 91 * 24
/** What was sent; and the log of events, from which they go later. */
const NOT_SEARCHED = /^(mail|store\/bus\.db)/

const agent = { title: 'Adviser', experienceYears: 8, location: 'Pune', specialization: 'Flats', phone: PHONE }
const reason = { reason: 'fraud', text: 'reported-by-zubeda' }

type Json = { [name: string]: unknown; id: string }

/** Sends as a person, and throws unless the response has the status. */
function caller(site: SiteHere, { cookie }: { cookie: string }) {
  return async (method: string, path: string, json?: unknown, status = 200): Promise<RawAnswer> => {
    const answer = await site.send({ method, path, headers: { cookie }, ...(json !== undefined && { json }) })
    if (answer.status !== status) throw new Error(`${method} ${path} returned ${answer.status}: ${answer.body}`)
    return answer
  }
}

const idOf = ({ account = [] }: Record<string, unknown[]>) => (account[0] as Json).id
const read = ({ body }: RawAnswer): Json => JSON.parse(body)

async function upload(site: SiteHere, { cookie }: Person, kind: string): Promise<string> {
  const { request } = await withPicture()
  const headers = { ...request?.headers, cookie }
  return read(await site.send({ method: 'POST', path: `/media/${kind}`, ...request, headers })).url as string
}

/** The lists of all own-data calls, over all pages. */
async function ownData(call: ReturnType<typeof caller>): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const path of OWN_DATA) {
    for (let next: string | null = ''; next !== null; ) {
      const page = JSON.parse((await call('GET', next === '' ? path : `${path}?after=${next}`)).body)
      for (const [name, list] of Object.entries<unknown[]>(page.lists)) all[name] = [...(all[name] ?? []), ...list]
      next = page.next
    }
  }
  return all
}

it('a deleted person is found nowhere, except in what others keep; before, they download all of it', async () => {
  const site = await startSiteHere()
  onTestFinished(() => site.close())
  const [zubeda, ravi, mala] = [await site.enter(NAME), await site.enter('ravi'), await site.enter('mala')]
  const [own, other, third] = [caller(site, zubeda), caller(site, ravi), caller(site, mala)]

  const avatar = await upload(site, zubeda, 'avatars')
  const picture = await upload(site, zubeda, 'posts')
  await own('PUT', `/users/${zubeda.id}`, { avatar, agent })
  const home = (person: typeof own, title: string, images: string[]) =>
    person('POST', '/posts', { postData: { ...NEW_LISTING.postData, title, images }, postDetail: {} }, 201).then(read)
  const listing = await home(own, `courtyard-of-zubeda ${PHONE}`, [picture])
  const theirs = await home(other, 'Home of ravi', [])
  await other('POST', '/users/save', { postId: listing.id })
  await own('POST', '/users/save', { postId: theirs.id })
  await own('POST', '/users/searches', { search: 'city=Pune', alert: 'now' }, 201)
  await own('POST', `/posts/${theirs.id}/reports`, reason, 201)
  await other('POST', `/posts/${listing.id}/reports`, { reason: 'fraud', text: `Calls from ${PHONE}` }, 201)
  await other('POST', `/posts/${listing.id}/views`, undefined, 204)

  const chat = read(await own('POST', '/chats', { receiverId: ravi.id }, 201))
  await own('POST', `/messages/${chat.id}`, { text: KEPT_WORDS }, 201)
  await other('POST', `/messages/${chat.id}`, { text: 'an answer' }, 201)
  await own('POST', `/messages/${chat.id}/reports`, { rev: 2, ...reason }, 201)
  await own('PUT', '/chats/mails', { isOn: false })
  const both = read(await third('POST', '/chats', { receiverId: zubeda.id }, 201))
  await third('POST', `/messages/${both.id}`, { text: GONE_WORDS }, 201)
  await site.signIn(NAME, 'not the password')

  const data = await ownData(own)
  expect(Object.fromEntries(Object.entries(data).map(([name, list]) => [name, list.length]))).toEqual({
    // Registered in one that keeps no cookies, so the sign-in is from another.
    ...{ account: 1, sessions: 1, knownBrowsers: 2, profile: 1, savedSearches: 1, savedPlaces: 1 },
    ...{ listings: 1, listingReports: 1, chats: 2, messages: 3, messageMails: 1, messageReports: 1, uploads: 2 },
    messageAllowance: 1,
  })
  for (const text of [...TRACES, KEPT_WORDS, GONE_WORDS, 'an answer', avatar, picture])
    expect(JSON.stringify(data)).toContain(text)

  await own('DELETE', `/users/${zubeda.id}`, { currentPassword: 'not the password' }, 403)
  await own('DELETE', `/users/${zubeda.id}`, { currentPassword: PASSWORD })
  expect((await site.signIn(NAME)).status).toBe(401)
  await other('GET', `/users/${zubeda.id}`, undefined, 404)
  await own('GET', '/chats', undefined, 401)
  await expect.poll(async () => (await site.send({ path: `/posts/${listing.id}` })).body).toContain('GONE')
  await expect.poll(async () => (await site.send({ path: picture })).status).toBe(404)
  await expect.poll(async () => JSON.parse((await other('GET', '/users/saved')).body)).toEqual({ ids: [] })
  await expect
    .poll(async () => JSON.parse((await other('GET', '/chats')).body))
    .toMatchObject([{ receiver: { username: DELETED_USER, avatar: null }, isReceiverDeleted: true }])
  expect(await caller(site, ravi)('GET', '/users')).not.toMatchObject({ body: expect.stringContaining(NAME) })
  await other('POST', `/messages/${chat.id}`, { text: 'Are you there?' }, 403)
  await third('DELETE', `/users/${mala.id}`, { currentPassword: PASSWORD })

  // Nobody can pose as the person; who takes the name later gets nothing else.
  const posing = { username: NAME, email: 'some@body.example', password: PASSWORD }
  expect(await site.send({ method: 'POST', path: '/auth/register', json: posing })).toMatchObject({ status: 409 })
  await letExpire(site, RESERVED_HOURS)
  const heir = caller(site, await site.enter(NAME))
  const inherited = await ownData(heir)
  expect(Object.entries(inherited).filter(([, list]) => list.length > 0)).toHaveLength(5)
  await heir('PUT', `/users/${idOf(inherited)}`, {
    username: 'somebody',
    email: 'some@body.example',
  })

  await expect.poll(() => isErased(site, zubeda.id), { timeout: 10_000 }).toBe(true)
  await expect.poll(() => isErased(site, mala.id), { timeout: 10_000 }).toBe(true)
  for (const trace of TRACES) expect(site.logged()).not.toContain(trace)
  await site.stop()
  // Failed sign-ins are counted by name, for up to an hour.
  await letExpire(site, 2)
  await checkpointAll(site)
  expect(await collectionsNaming(site, zubeda.id)).toEqual([
    ...['auth.accounts-removed', 'auth.removed-accounts'],
    ...['chats.chats', 'chats.messages', 'chats.removed-accounts', 'chats.seats'],
    ...['media.removed-accounts', 'posts.removed-accounts', 'users.removed-accounts', 'users.users-removed'],
  ])
  const texts = await filesOf(site.dataDir)
  const found = texts.flatMap(([name, text]) =>
    [...TRACES, GONE_WORDS].filter((trace) => text.includes(trace)).map((trace) => `${trace} in ${name}`),
  )
  expect(found).toEqual([])
  expect(texts.filter(([, text]) => text.includes(KEPT_WORDS)).map(([name]) => name)).toEqual(['store/chats.db'])
}, 60_000)

/** Whether every service has erased the person once. */
async function isErased({ dataDir }: SiteHere, _id: string): Promise<boolean> {
  for (const name of ['auth', 'posts', 'users', 'chats', 'media']) {
    const store = await openStore(`sqlite:${join(dataDir, 'store')}`, { name })
    const removed = await store.collection<{ _id: string; passes: number }>('removed-accounts').findOne({ _id })
    await store.close()
    if (removed?.passes !== 1) return false
  }
  return true
}

/** As auth's sweep does after as many hours. */
async function letExpire({ dataDir }: SiteHere, hours: number): Promise<void> {
  const store = await openStore(`sqlite:${join(dataDir, 'store')}`, { name: 'auth' })
  await createAuthStore(store).sweep(new Date(Date.now() + hours * 3_600_000))
  await store.close()
}

/** As a running site does after each write, and as later writes overwrite the write-ahead logs. */
async function checkpointAll({ dataDir }: SiteHere): Promise<void> {
  const folder = join(dataDir, 'store')
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.db'))) {
    const connection = openConnection(join(folder, name))
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    connection.close()
  }
}

/** Collections with a document that names the person. */
async function collectionsNaming({ dataDir }: SiteHere, id: string): Promise<string[]> {
  const folder = join(dataDir, 'store')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.db') && file !== 'bus.db')
  return files.sort().flatMap((file) => {
    const connection = openConnection(join(folder, file))
    const tables = connection.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%doc TEXT%' ORDER BY name",
      [],
    )
    const naming = ({ name }: { name: string }) =>
      connection.get(`SELECT 1 FROM "${name}" WHERE instr(_id, ?) OR instr(doc, ?)`, [id, id]) !== undefined
    const found = tables.filter(naming).map(({ name }) => `${file.replace('.db', '')}.${name}`)
    connection.close()
    return found
  })
}

async function filesOf(folder: string): Promise<[name: string, text: string][]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const shown = files.map((file) => file.slice(folder.length + 1)).filter((name) => !NOT_SEARCHED.test(name))
  return await Promise.all(
    shown.map(async (name) => [name, await readFile(join(folder, name), 'latin1')] as [string, string]),
  )
}
