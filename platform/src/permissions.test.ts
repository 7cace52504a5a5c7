import { join } from 'node:path'
import { openKeyPair } from '@aangan/service-kit/secrets'
import type { RawRequest } from '@aangan/service-kit/testing/raw-http'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route, Subject } from './testing/route-subjects.ts'
import { readRoutes } from './testing/routes.ts'
import { type Person, type SiteHere, startSiteHere } from './testing/site-here.ts'

const PARTNER = 'https://partner.example'
const FOREIGN = [
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
] as const
const routes = await readRoutes()
const rows = Object.entries(routes)
const unsafe = rows.filter(([name]) => !name.startsWith('GET '))
const paths = new Set(rows.map(([name]) => pathOf(name)))

let site: SiteHere
let people: Record<'owner' | 'other', Person>
beforeAll(async () => {
  site = await startSiteHere({ ALLOWED_ORIGINS: PARTNER, RATE_LIMIT: '100000', REPORT_LIMIT: '1000' })
  people = { owner: await site.enter('owner'), other: await site.enter('other') }
})
afterAll(() => site.close())

/** Creates a resource of the owner; returns how to request it, which returns the status. */
async function prepare(name: string, row: Route): Promise<(headers: Record<string, string>) => Promise<number>> {
  const subject: Subject = { site, owner: people.owner }
  const [method = '', pattern = ''] = name.split(' ')
  const made = await row.make?.(subject)
  const path = (made?.path ?? pattern) + (row.query ?? '')
  const request: Partial<RawRequest> & { json?: unknown } = { method, path, ...made?.request }
  return async (headers) => {
    const { status } = await site.send({ ...request, headers: { ...made?.request?.headers, ...headers } })
    return status
  }
}

async function ask(name: string, row: Route, headers: Record<string, string>): Promise<number> {
  return await (await prepare(name, row))(headers)
}

it('has exactly one row for every described route', async () => {
  const { paths } = JSON.parse((await site.send({ path: '/openapi.json' })).body)
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(Object(operations)).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(Object.keys(routes).sort()).toEqual(described.sort())
})

describe.each(rows)('%s', (name, row) => {
  const [visitor, other, owner] = row.answers

  it(`returns ${visitor} to a visitor, ${other} to another user, ${owner} to the owner`, async () => {
    const cookieOf = async ({ username, cookie }: Person) =>
      row.endsSession ? (await site.signIn(username)).headers['set-cookie']?.match(/token=[\w-]+/)?.[0] : cookie
    const answers = [
      await ask(name, row, {}),
      await ask(name, row, { cookie: (await cookieOf(people.other)) ?? '' }),
      await ask(name, row, { cookie: (await cookieOf(people.owner)) ?? '' }),
    ]
    expect(answers).toEqual(row.answers)
  })
})

it('ignores identity headers of clients, even with a valid token', async () => {
  const signIn = createSignIn(await openKeyPair(join(site.dataDir, 'secrets')), 'posts')
  const forged = {
    ...signIn.headersOf(people.owner.id),
    'x-aangan-user': people.owner.id,
    'x-user-id': people.owner.id,
  }
  for (const [name, row] of rows) expect([name, await ask(name, row, forged)]).toEqual([name, row.answers[0]])
})

describe.each(unsafe)('%s from a page of another site', (name, row) => {
  it('is refused for everyone, and accepted from an allowed origin', async () => {
    const { cookie } = people.owner
    const request = await prepare(name, row)
    for (const [header, value] of FOREIGN) expect(await request({ cookie, [header]: value })).toBe(403)
    expect(await request({ origin: PARTNER })).toBe(row.answers[0])
  })
})

it.each([...paths])('%s lists its allowed methods', async (path) => {
  const known = rows.filter(([name]) => pathOf(name) === path).map(([name]) => name.split(' ')[0] ?? '')
  const { status, headers } = await site.send({ method: 'PATCH', path: path.replaceAll(/\{\w+\}/g, 'x') })
  expect(status).toBe(405)
  expect(headers.allow?.split(', ')).toEqual(expect.arrayContaining(known))
})

it.each([
  '/sessions/find',
  '/auth/../sessions/find',
  '/auth/%2e%2e/sessions/find',
  '/auth%2f..%2fsessions/find',
  '//sessions/find',
  '/auth//../sessions/find',
  '/auth/sessions/find',
])('%s does not reach internal routes from outside', async (path) => {
  const { status } = await site.send({ method: 'POST', path, json: { hash: '0'.repeat(64) } })
  expect([400, 404, 405]).toContain(status)
  expect(site.logged()).not.toContain('Session not found')
})

function pathOf(name: string): string {
  return name.split(' ')[1] ?? ''
}
