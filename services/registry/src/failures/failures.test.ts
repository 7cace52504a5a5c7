import type { OutcomeReport } from '@aangan/contracts/outcomes'
import { OUTCOMES_URL } from '@aangan/contracts/page'
import { CLIENT_ADDRESS_HEADER } from '@aangan/service-kit/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHistory } from '../releases/audit.ts'
import { readChannels } from '../releases/channels.ts'
import { createDeploying, GUIDES } from '../testing/deploying.ts'
import { bootIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'

const HALF = { to: { share: 0.5 } }
const OTHER = { name: 'mfe-other', routes: [{ path: '/other', title: 'Other' }] }

let registry: RunningRegistry
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }, GUIDES, OTHER], posts: () => undefined })
})
afterEach(() => registry.close())

const deployCanary = (version = '2.0.0', how: object = HALF) => registry.publish({ ...GUIDES, version }, how)
const canaryOf = async (name: string) => (await readChannels(registry.folders.releases, name))?.canary?.version

async function report(address: string, what: Partial<OutcomeReport>): Promise<number> {
  const payload = { remote: GUIDES.name, version: '2.0.0', outcome: 'shown', page: 'a', ...what }
  const headers = { [CLIENT_ADDRESS_HEADER]: address }
  return (await registry.app.inject({ method: 'POST', url: OUTCOMES_URL, headers, payload })).statusCode
}

let addresses = 0

/** Each from an address of its own. */
async function reports(times: number, what: Partial<OutcomeReport>): Promise<void> {
  for (let each = 0; each < times; each += 1) {
    addresses += 1
    expect(await report(`203.0.${addresses >> 8}.${addresses & 255}`, what)).toBe(204)
  }
}

describe('a canary that fails more often than stable', () => {
  it('is rolled back, and the audit and the metrics say why', async () => {
    await deployCanary()
    await reports(20, { version: '1.0.0' })
    await reports(8, { outcome: 'mount' })
    expect(await canaryOf(GUIDES.name)).toBeUndefined()
    const last = (await readHistory(registry.folders.releases, GUIDES.name)).at(-1)
    expect(last).toMatchObject({ by: 'registry', action: 'rollback', version: '2.0.0', channel: 'canary' })
    expect(last?.why).toBe('failed for 5 of 5 addresses; stable 0 of 20')
    const metrics = await registry.metrics()
    expect(metrics).toContain('registry_canaries_rolled_back_total{remote="mfe-guides"} 1')
    expect(metrics).toContain('registry_remote_outcomes_total{remote="mfe-guides",version="2.0.0",outcome="mount"} 5')
  })

  it('takes its set with it', async () => {
    const to = { share: 0.5, set: 'spring' }
    await deployCanary('2.0.0', { to })
    await registry.publish({ ...OTHER, version: '2.0.0' }, { to })
    await reports(20, { version: '1.0.0' })
    await reports(8, { outcome: 'load' })
    expect([await canaryOf(GUIDES.name), await canaryOf(OTHER.name)]).toEqual([undefined, undefined])
  })

  it('is rolled back even while stable is pinned', async () => {
    await deployCanary()
    await registry.change(GUIDES.name, { action: 'pin' })
    await reports(20, { version: '1.0.0' })
    await reports(8, { outcome: 'render' })
    expect(await readChannels(registry.folders.releases, GUIDES.name)).toMatchObject({ stable: '1.0.0', pinned: true })
    expect(await canaryOf(GUIDES.name)).toBeUndefined()
  })
})

describe('a page that the browser had to render again', () => {
  it('is in the metrics, of any release that is live', async () => {
    await deployCanary()
    for (const version of ['1.0.0', '2.0.0', '3.0.0']) await reports(6, { version, outcome: 'recovered' })
    const metrics = await registry.metrics()
    const counted = metrics.match(/^registry_remote_outcomes_total.*/gm)
    const of = (version: string) =>
      `registry_remote_outcomes_total{remote="mfe-guides",version="${version}",outcome="recovered"} 6`
    expect(counted).toEqual([of('1.0.0'), of('2.0.0')])
    expect(await canaryOf(GUIDES.name)).toBe('2.0.0')
  })
})

describe('a canary stays', () => {
  it('if one visitor alone fails, however often', async () => {
    await deployCanary()
    await reports(20, { version: '1.0.0' })
    for (let page = 0; page < 50; page += 1) await report('198.51.100.1', { outcome: 'load', page: String(page) })
    expect(await canaryOf(GUIDES.name)).toBe('2.0.0')
  })

  it('if stable fails as often', async () => {
    await deployCanary()
    await reports(20, { version: '1.0.0', outcome: 'load' })
    await reports(20, { outcome: 'load' })
    expect(await canaryOf(GUIDES.name)).toBe('2.0.0')
  })

  it('if another version failed, or the one before it', async () => {
    await deployCanary()
    await reports(20, { version: '1.0.0' })
    await reports(20, { version: '9.0.0', outcome: 'mount' })
    await reports(4, { outcome: 'mount' })
    await deployCanary('3.0.0')
    await reports(20, { outcome: 'mount' })
    await reports(4, { version: '3.0.0', outcome: 'mount' })
    expect(await canaryOf(GUIDES.name)).toBe('3.0.0')
  })

  it('if its share has changed: both are counted anew', async () => {
    await deployCanary()
    await reports(20, { version: '1.0.0' })
    await reports(4, { outcome: 'mount' })
    await registry.change(GUIDES.name, { action: 'canary', share: 0.6 })
    await reports(8, { outcome: 'mount' })
    expect(await canaryOf(GUIDES.name)).toBe('2.0.0')
  })
})

it('refuses what is no report, and accepts those of remotes without a canary', async () => {
  expect(await report('203.0.113.1', {})).toBe(204)
  expect(await report('203.0.113.1', { remote: 'mfe-nowhere' })).toBe(204)
  expect(await report('203.0.113.1', { outcome: 'sad' as never })).toBe(400)
  expect(await report('203.0.113.1', { version: 'x'.repeat(2_000) })).toBe(413)
})

it('is asked for by pages only while there is a canary, and shown by the status', async () => {
  const canaries = async () => bootIn((await registry.get('/guides')).body).canaries
  const deploying = createDeploying(registry)
  const { token } = await deploying.tokenOf(GUIDES.name)
  const outcomes = async () => (await registry.get('/releases/mfe-guides', deploying.headersOf(token))).json().outcomes
  expect([await canaries(), await outcomes()]).toEqual([undefined, undefined])
  await deployCanary()
  await reports(3, { version: '1.0.0' })
  await reports(2, { outcome: 'mount' })
  expect(await canaries()).toEqual(['mfe-guides'])
  expect(await outcomes()).toEqual({ canary: { visits: 2, failed: 2 }, stable: { visits: 3, failed: 0 } })
  await registry.change(GUIDES.name, { action: 'rollback' })
  expect([await canaries(), await outcomes()]).toEqual([undefined, undefined])
})
