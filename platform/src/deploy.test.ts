import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICES } from '@aangan/contracts/services'
import { createToken } from '@aangan/registry/deploy/tokens'
import { publishRelease } from '@aangan/registry/releases/publish'
import { packBuild } from '@aangan/registry/testing/archive'
import { writeBuild } from '@aangan/registry/testing/releases'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SiteHere, startSiteHere } from './testing/site-here.ts'

let folder: string
let site: SiteHere
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  const releasesDir = join(folder, 'releases')
  await mkdir(releasesDir)
  await publishRelease({ from: await writeBuild(folder, { name: 'shell' }), releasesDir })
  token = (await createToken(releasesDir, { name: 'mfe-guides', label: 'Guides', createdBy: 'operator' })).token
  site = await startSiteHere({ RELEASES_DIR: releasesDir })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/gzip' })
const routes = [{ path: '/guides', title: 'Guides' }]
const pack = async (version: string) =>
  await packBuild(await writeBuild(folder, { name: 'mfe-guides', version, routes }))
const send = async (body: Buffer, more = {}) => {
  const answer = await site.send({
    method: 'POST',
    path: '/releases/mfe-guides',
    headers: { ...headers(), ...more },
    body,
  })
  return { status: answer.status, ...JSON.parse(answer.body) }
}
const page = async () => (await site.send({ path: '/guides', headers: { accept: 'text/html' } })).body

it('a release that is deployed through the gateway is on the next page', async () => {
  const deployed = await send(await pack('1.0.0'))
  expect(deployed).toMatchObject({ status: 201, version: '1.0.0', url: expect.stringMatching(/\/guides$/) })
  expect(await page()).toContain('/r/mfe-guides/1.0.0/')
  const status = await site.send({ path: '/releases/mfe-guides', headers: headers() })
  expect(JSON.parse(status.body).channels.stable).toBe('1.0.0')
})

it('a token must be sent as such: no session, and no header of ours', async () => {
  const archive = await pack('1.0.1')
  expect(await send(archive, { authorization: '' })).toMatchObject({ status: 401 })
  const forged = { authorization: '', 'x-aangan-deploy-token': `Bearer ${token}` }
  expect(await send(archive, forged)).toMatchObject({ status: 401 })
  expect(site.logged()).not.toContain(token)
})

it('what is too large, and a call that does not exist, are refused in the format of the API', async () => {
  const path = '/releases/mfe-guides'
  expect(await send(Buffer.alloc(SERVICES.registry.bodyLimit + 1))).toMatchObject({ status: 413, code: 'TOO_LARGE' })
  const unknown = await site.send({ path: `${path}/9/x`, headers: { accept: 'text/html' } })
  const sent = await site.send({ method: 'POST', path: `${path}/unknown`, headers: headers(), body: Buffer.from('{}') })
  expect([unknown.status, JSON.parse(unknown.body).code]).toEqual([404, 'NOT_FOUND'])
  // By which `aangan deploy` knows a site from before a call.
  expect([sent.status, JSON.parse(sent.body).code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
})

it('a connection that is cut on the way leaves nothing', async () => {
  const archive = await pack('2.0.0')
  const uploads = () => readdir(join(folder, 'releases/.uploads'))
  const lines = Object.entries({ host: 'localhost', ...headers(), 'content-length': archive.length + 100_000 })
  const socket = connect(site.port, '127.0.0.1')
  socket.write(`POST /releases/mfe-guides HTTP/1.1\r\n${lines.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n`)
  socket.write(archive.subarray(0, 200))
  await expect.poll(uploads).toHaveLength(1)
  socket.destroy()
  await expect.poll(uploads).toEqual([])
  expect(await page()).toContain('/r/mfe-guides/1.0.0/')
  expect(await send(archive)).toMatchObject({ status: 201, version: '2.0.0' })
})
