// Starts single-spa, once for all files of a page: its events tell of each navigation.
import '@aangan/remote/testing/screens'
import { CHANGED_RELEASES_URL, type ChangedReleases } from '@aangan/contracts/changed-releases'
import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { type Network, openNetwork } from '@aangan/remote/testing/network'
import { until } from '@aangan/remote/testing/user-actions'
import type { ParcelConfigObject } from 'single-spa'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { currentEntry, followHistory, navigate } from '../navigation/history.ts'
import { avoidFailed, readFailed, writeFailed } from './failed-releases.ts'
import { followReleases } from './follow-releases.ts'
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
  load: async (name: string, _module: string, _screens?: string[], { version } = release('?')) => {
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
  sessionStorage.clear()
  document.body.replaceChildren()
  network = openNetwork({ [CALL]: answer({}) }, expect.fail)
  const stop = followHistory()
  navigate('/elsewhere')
  await until(() => currentEntry().path).toBe('/elsewhere')
  onTestFinished(() => {
    stop()
    network.close()
    sessionStorage.clear()
  })
})

/** Follows until it has learned that nothing has changed. */
async function follow(): Promise<void> {
  onTestFinished(followReleases({ boot, remotes, reload, arrivedAt: performance.now() }))
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
  onTestFinished(followReleases({ boot, remotes, reload, arrivedAt: performance.now() - 60_000 }))
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

it('loads the page anew for another shell, once for each of its versions', async () => {
  await follow()
  network.answer(CALL, answer({ shell: '2', ...NEW }))
  navigate('/homes')
  await until(() => reloads).toBe(1)
  expect(version()).toBe('1')
  navigate('/homes/more')
  await answered(3)
  expect(reloads).toBe(1)
  network.answer(CALL, answer({ shell: '3' }))
  navigate('/homes')
  await until(() => reloads).toBe(2)
})

it('loads the page anew for the same shell only a minute later, as registries may disagree for a while', async () => {
  await follow()
  network.answer(CALL, answer({ shell: '2' }))
  navigate('/homes')
  await until(() => reloads).toBe(1)
  const later = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  onTestFinished(() => void vi.restoreAllMocks())
  navigate('/homes/more')
  await until(() => reloads).toBe(2)
})

it('takes the release before one that failed, once for all that ask, and remembers it', async () => {
  network.answer(CALL, answer({ remotes: { homes: release('0') } }))
  const parts = { boot, remotes }
  const both = [replaceFailed(parts, 'homes', '1'), replaceFailed(parts, 'homes', '1')]
  expect(await Promise.all(both)).toEqual([true, true])
  expect(network.asked).toEqual([`${CALL}?has=shell%401%2Chomes%401&failed=homes%401`])
  expect([version(), readFailed().homes]).toEqual(['0', { versions: ['1'], before: release('0'), shell: '1' }])
  // An offer of it that fails only now.
  expect(await replaceFailed(parts, 'homes', '1')).toBe(true)
  expect(network.asked).toHaveLength(1)
})

describe('if the release before one that failed fails, too', () => {
  beforeEach(() => {
    boot.remotes.homes = release('1')
    writeFailed({ homes: { versions: ['2'], before: release('1'), shell: '1' } })
  })

  it('takes the last that did not', async () => {
    network.answer(CALL, answer({ remotes: { homes: release('0') } }))
    expect(await replaceFailed({ boot, remotes }, 'homes', '1')).toBe(true)
    expect(network.asked.at(-1)).toContain('failed=homes%402%2Chomes%401')
    expect(readFailed().homes).toEqual({ versions: ['2', '1'], before: release('0'), shell: '1' })
  })

  it('forgets them if there is no other, so that the next page tries again', async () => {
    network.answer(CALL, answer({ remotes: { homes: release('2') } }))
    expect(await replaceFailed({ boot, remotes }, 'homes', '1')).toBe(false)
    expect([version(), readFailed()]).toEqual(['1', {}])
  })
})

it('begins the next page of the tab with what took its place, while the shell is the same', () => {
  writeFailed({ homes: { versions: ['2', '1'], before: release('0'), shell: '1' } })
  const versions = ['1', '2'].map((shell) => {
    const page = { ...boot, shell: { ...boot.shell, version: shell } }
    return avoidFailed(page).remotes.homes?.version
  })
  expect(versions).toEqual(['0', '1'])
  expect(avoidFailed({ ...boot, remotes: { homes: release('3') } }).remotes.homes?.version).toBe('3')
})

it.each([
  ['there is none before', answer({})],
  ['the one before has no such page', answer({ remotes: { homes: release('0', ['/homes/more']) } })],
  ['another shell is live', answer({ shell: '2', remotes: { homes: release('0') } })],
])('has nothing in place of a release if %s', async (_why, changed) => {
  navigate('/homes')
  await until(() => currentEntry().path).toBe('/homes')
  network.answer(CALL, changed)
  expect(await replaceFailed({ boot, remotes }, 'homes', '1')).toBe(false)
  expect([version(), readFailed()]).toEqual(['1', {}])
})
