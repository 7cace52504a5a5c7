// Starts single-spa, once for all files of a page: its events tell of each navigation.
import '@aangan/remote/testing/screens'
import { CHANGED_RELEASES_URL, type ChangedReleases } from '@aangan/contracts/changed-releases'
import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { type Network, openNetwork } from '@aangan/remote/testing/network'
import { until } from '@aangan/remote/testing/user-actions'
import { init } from '@module-federation/runtime'
import type { ParcelConfigObject } from 'single-spa'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { currentEntry, followHistory, navigate } from '../navigation/history.ts'
import { readFailed, writeFailed } from './failed-releases.ts'
import { followReleases } from './follow-releases.ts'
import { createRemotes } from './remotes.ts'
import { replaceFailed } from './replace-failed.ts'

const PATHS = ['/homes', '/homes/more']
const release = (version: string, paths = PATHS) =>
  ({ version, routes: paths.map((path) => ({ path })) }) as RemoteRelease
const answer = (changed: Partial<ChangedReleases>) => ({ remotes: {}, ...changed })
const NEW = answer({ remotes: { homes: release('2') } })
const CALL = CHANGED_RELEASES_URL

let network: Network
let boot: PageBoot
let loaded: string[]
let reloads: number
const remotes = {
  load: async (name: string, { version } = release('?')) => {
    loaded.push(`${name}@${version}`)
    return {} as ParcelConfigObject
  },
  take: (name: string, next: RemoteRelease | null) => {
    if (next) boot.remotes[name] = next
    else delete boot.remotes[name]
  },
}
const version = () => boot.remotes.homes?.version
const reload = () => {
  reloads += 1
}

beforeEach(async () => {
  loaded = []
  reloads = 0
  boot = { shell: { version: '1', deadlineMs: 8_000 }, remotes: { homes: release('1') } } as unknown as PageBoot
  writeFailed({})
  document.body.replaceChildren()
  network = openNetwork({ [CALL]: answer({}) }, expect.fail)
  const stop = followHistory()
  navigate('/elsewhere')
  await until(() => currentEntry().path).toBe('/elsewhere')
  onTestFinished(() => {
    stop()
    network.close()
    writeFailed({})
  })
})

/** Follows until it has learned that nothing has changed. */
async function follow(isAnew = false): Promise<void> {
  onTestFinished(followReleases({ boot, remotes, reload, isAnew, arrivedAt: performance.now() }))
  await until(() => network.asked.length).toBe(1)
}

/** Waits for a call's answer, and for all that follows from it at once. */
async function answered(calls: number): Promise<void> {
  await until(() => network.asked.length).toBe(calls)
  await new Promise((resolve) => setTimeout(resolve))
}

it('takes a release at the navigation that learns of it, once its files are loaded', async () => {
  await follow()
  network.answer(CALL, NEW)
  navigate('/homes')
  await until(version).toBe('2')
  expect(loaded).toEqual(['homes@2'])
  expect(network.asked.at(-1)).toBe(`${CALL}?has=shell%401%2Chomes%401&failed=`)
})

it.each(['pointerdown', 'keydown', 'wheel', 'touchstart', 'input'])(
  'after a %s on the new page it takes the release only at the next navigation',
  async (touch) => {
    await follow()
    network.answer(CALL, NEW)
    const go = network.hold(CALL)
    navigate('/homes')
    await until(() => network.asked.length).toBe(2)
    document.body.dispatchEvent(new Event(touch, { bubbles: true }))
    go()
    await answered(2)
    expect(version()).toBe('1')
    navigate('/homes/more')
    await until(version).toBe('2')
  },
)

it('takes it only at the next navigation while a field with a text has the focus', async () => {
  await follow()
  const field = document.body.appendChild(document.createElement('textarea'))
  field.value = 'Is the flat'
  field.focus()
  network.answer(CALL, NEW)
  navigate('/homes')
  await answered(2)
  expect(version()).toBe('1')
  navigate('/homes/more')
  await until(version).toBe('2')
})

it('takes it only at the next navigation if the code that follows came long after the page', async () => {
  navigate('/homes')
  await until(() => currentEntry().path).toBe('/homes')
  network.answer(CALL, NEW)
  onTestFinished(followReleases({ boot, remotes, reload, isAnew: false, arrivedAt: performance.now() - 60_000 }))
  await answered(1)
  expect(version()).toBe('1')
  navigate('/homes/more')
  await until(version).toBe('2')
})

it('asks nothing for another search on the same page', async () => {
  await follow()
  navigate('/elsewhere?city=Pune')
  await until(() => currentEntry().search).toBe('?city=Pune')
  expect(network.asked).toHaveLength(1)
})

it('removes a remote that is not live any more', async () => {
  await follow()
  network.answer(CALL, answer({ remotes: { homes: null } }))
  navigate('/homes')
  await until(() => boot.remotes).toEqual({})
})

it('keeps all as it is while the registry is away', async () => {
  await follow()
  network.answer(CALL, new Response('{}', { status: 503 }))
  navigate('/homes')
  await answered(2)
  navigate('/homes/more')
  await answered(3)
  expect([version(), reloads]).toEqual(['1', 0])
})

describe('another shell', () => {
  const MINUTE_MS = 60_000
  const shellIs = (shell: string) => network.answer(CALL, answer({ shell, ...NEW }))
  const passed = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms)

  beforeEach(() => {
    passed(0)
    onTestFinished(() => void vi.restoreAllMocks())
  })

  it('loads the page anew', async () => {
    await follow()
    shellIs('2')
    navigate('/homes')
    await until(() => reloads).toBe(1)
    expect(version()).toBe('1')
  })

  it.each([
    ['that was loaded anew', true, 0],
    ['whose visitor kept it from that', false, 1],
  ])('loads a page %s again only a minute later, as registries may disagree', async (_which, isAnew, before) => {
    await follow(isAnew)
    const paths = ['/homes', '/homes/more']
    for (const [index, shell] of ['2', '3', '2', '3'].entries()) {
      shellIs(shell)
      navigate(paths[index % 2] ?? '')
      await answered(2 + index)
    }
    expect([reloads, version()]).toEqual([before, '1'])
    passed(MINUTE_MS)
    navigate('/homes')
    await until(() => reloads).toBe(before + 1)
  })
})

/** `version` of homes has failed. */
const failing = (failed = '1') => replaceFailed({ boot, remotes }, 'homes', failed)

it('takes the release before one that failed, once for all that ask, and remembers what failed', async () => {
  network.answer(CALL, answer({ remotes: { homes: release('0') } }))
  expect(await Promise.all([failing(), failing()])).toEqual([true, true])
  expect(network.asked).toEqual([`${CALL}?has=shell%401%2Chomes%401&failed=homes%401`])
  expect([version(), readFailed()]).toEqual(['0', { homes: ['1'] }])
  // An offer of it that fails only now.
  expect(await failing()).toBe(true)
  expect(network.asked).toHaveLength(1)
})

it.each(['stores', 'cannot store'])(
  'asks for another one if that fails, too, in a tab that %s what failed',
  async (how) => {
    if (how !== 'stores') {
      const denied = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
      for (const call of ['getItem', 'setItem'] as const) vi.spyOn(Storage.prototype, call).mockImplementation(denied)
      onTestFinished(() => void vi.restoreAllMocks())
    }
    boot.remotes.homes = release('2')
    for (const before of ['1', '0']) {
      network.answer(CALL, answer({ remotes: { homes: release(before) } }))
      expect(await failing(version())).toBe(true)
    }
    expect(network.asked.at(-1)).toBe(`${CALL}?has=shell%401%2Chomes%401&failed=homes%402%2Chomes%401`)
    expect(version()).toBe('0')
    // All that are kept have failed.
    network.answer(CALL, answer({ remotes: { homes: release('2') } }))
    expect([await failing('0'), await failing('0'), version()]).toEqual([false, false, '0'])
    expect(readFailed()).toEqual({ homes: ['2', '1', '0'] })
  },
)

it('asks about the last failures only, so that the question stays short in a tab that is open for weeks', async () => {
  writeFailed({ homes: Array.from({ length: 300 }, (_, at) => `1.0.${at}-0123456789`) })
  boot.remotes.homes = release('2')
  network.answer(CALL, answer({ remotes: { homes: release('1') } }))
  expect(await failing('2')).toBe(true)
  expect(network.asked.at(-1)?.length).toBeLessThan(1_000)
  expect(readFailed().homes?.at(-1)).toBe('2')
})

it('takes nothing in place of a release that the page leaves while it asks', async () => {
  network.answer(CALL, answer({ remotes: { homes: release('0') } }))
  const go = network.hold(CALL)
  const replaced = failing()
  await until(() => network.asked.length).toBe(1)
  boot.remotes.homes = release('2')
  go()
  expect(await replaced).toBe(true)
  expect([version(), readFailed()]).toEqual(['2', {}])
})

it('loads a version that has failed in this tab only while there is no other', async () => {
  // As the shell's bundle does.
  init({ name: 'shell', remotes: [] })
  const remote = { ...release('1'), entry: '/r/homes/absent.js', exposes: {}, integrity: {} } as RemoteRelease
  Object.assign(boot, { shell: { version: '1', deadlineMs: 8_000, integrity: {} }, remotes: { homes: remote } })
  writeFailed({ homes: ['1'] })
  const { load } = createRemotes(boot, () => undefined)
  for (const given of [answer({}), new Response('{}', { status: 503 })]) {
    network.answer(CALL, given)
    await expect(load('homes', remote, './remote')).rejects.toThrow(remote.entry)
  }
  network.answer(CALL, answer({ remotes: { homes: { ...remote, version: '0' } } }))
  const loading = load('homes', remote, './remote')
  await until(version).toBe('0')
  expect(network.asked.at(-1)).toBe(`${CALL}?has=shell%401%2Chomes%401&failed=homes%401`)
  expect(await Promise.race([loading, 'pending'])).toBe('pending')
  // One that the page has left is fetched, as one that it will take.
  await expect(load('homes', remote, './remote')).rejects.toThrow(remote.entry)
})

it.each([
  ['there is none before', answer({})],
  ['the one before has no such page', answer({ remotes: { homes: release('0', ['/homes/more']) } })],
  ['another shell is live', answer({ shell: '2', remotes: { homes: release('0') } })],
])('has nothing in place of a release if %s', async (_why, changed) => {
  navigate('/homes')
  await until(() => currentEntry().path).toBe('/homes')
  network.answer(CALL, changed)
  expect(await failing()).toBe(false)
  expect([version(), readFailed()]).toEqual(['1', {}])
})
