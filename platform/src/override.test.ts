import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToken } from '@aangan/registry/deploy/tokens'
import { publishRelease } from '@aangan/registry/releases/publish'
import { writeBuild } from '@aangan/registry/testing/releases'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SiteHere, startSiteHere } from './testing/site-here.ts'

const NAME = 'mfe-guides'
const ORIGIN = 'http://127.0.0.1:8080'

let folder: string
let site: SiteHere
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'override-'))
  const releasesDir = join(folder, 'releases')
  await mkdir(releasesDir)
  for (const draft of [{ name: 'shell' }, { name: NAME, routes: [{ path: '/guides', title: 'Guides' }] }])
    await publishRelease({ from: await writeBuild(folder, draft), releasesDir })
  token = (await createToken(releasesDir, { name: NAME, label: 'Guides', createdBy: 'operator' })).token
  site = await startSiteHere({ RELEASES_DIR: releasesDir })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

async function grant() {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await site.send({
    method: 'POST',
    path: `/releases/${NAME}/override`,
    headers,
    json: { origin: ORIGIN },
  })
  const { url, code } = JSON.parse(answer.body)
  return { path: new URL(url).pathname, code }
}

const accept = ({ path, code }: { path: string; code: string }, headers = {}) =>
  site.send({ method: 'POST', path, headers, json: { code } })
const page = (headers = {}, path = '/guides') => site.send({ path, headers: { accept: 'text/html', ...headers } })
const policyOf = (answer: { headers: Record<string, string | undefined> }) =>
  Object.fromEntries(
    String(answer.headers['content-security-policy'])
      .split(';')
      .map((text) => [text.split(' ')[0], text]),
  )

it('through the gateway, only the page of that browser may load from the local origin', async () => {
  const granted = await grant()
  const question = await page({}, granted.path)
  expect(policyOf(question)['connect-src']).toContain(ORIGIN)
  expect(policyOf(question)['frame-ancestors']).toBe("frame-ancestors 'none'")
  const { headers } = await accept(granted)
  const cookie = headers['set-cookie']?.split(';')[0] ?? ''
  const [ours, theirs] = [await page({ cookie }), await page()]
  const [policy, usual] = [policyOf(ours), policyOf(theirs)]
  expect(policy).toEqual({
    ...usual,
    'script-src': `${usual['script-src']} ${ORIGIN}`,
    'style-src': `${usual['style-src']} ${ORIGIN}`,
    'img-src': `${usual['img-src']} ${ORIGIN}`,
    'font-src': `font-src 'self' ${ORIGIN}`,
    'connect-src': `${usual['connect-src']} ${ORIGIN} ws://127.0.0.1:8080`,
  })
  expect(ours.headers['cache-control']).toBe('no-store')
  expect(ours.headers).not.toHaveProperty('x-aangan-local-origin')
  expect([ours.body.includes('override-banner'), theirs.body.includes('override')]).toEqual([true, false])
  const reset = await site.send({
    method: 'POST',
    path: '/r/override/reset',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' },
  })
  expect([reset.status, reset.headers['set-cookie']]).toEqual([303, expect.stringContaining('Max-Age=0')])
})

it('a page of another site can neither accept, end nor check one, and none is in the log', async () => {
  const granted = await grant()
  const pairs = { origin: 'https://evil.example', Origin: 'null', 'sec-fetch-site': 'cross-site' }
  for (const [header, value] of Object.entries(pairs)) {
    const foreign = { [header]: value }
    expect((await accept(granted, foreign)).status).toBe(403)
    for (const path of ['/r/override/reset', '/r/override/check'])
      expect((await site.send({ method: 'POST', path, headers: foreign })).status).toBe(403)
  }
  expect((await accept(granted)).status).toBe(200)
  expect(site.logged()).not.toContain(granted.code)
})
