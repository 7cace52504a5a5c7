import type { OutcomeReport } from '@aangan/contracts/outcomes'
import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import type { ParcelConfigObject } from 'single-spa'
import { expect, it } from 'vitest'
import { loadOutcomes, observed } from './observed.ts'
import { createOutcomes, type Outcomes } from './outcomes.ts'
import type { Remotes } from './remotes.ts'

const shell = { version: '7', deadlineMs: 60_000, integrity: {} }
const VERSIONS: Record<string, string> = { homes: '1', chat: '2' }
const fails = async () => {
  throw new Error('broken')
}
const done = async () => undefined

/** What was sent, without the page's number. */
function open(canaries = ['homes'], deadlineMs = shell.deadlineMs) {
  const sent: OutcomeReport[] = []
  const boot = { canaries, shell: { ...shell, deadlineMs } }
  const outcomes = createOutcomes(boot, (report) => void sent.push(report))
  return {
    sent,
    told: () => sent.map(({ remote, version, outcome }) => `${remote} ${version} ${outcome}`),
    shellBroke: outcomes.shellBroke,
    observe: async (name: string, lifecycles: object) => {
      const loading = Promise.resolve(lifecycles as ParcelConfigObject)
      return (await outcomes.observe(name, loading, VERSIONS[name])) as unknown as Lifecycles
    },
    lose: (name: string) => outcomes.observe(name, fails(), VERSIONS[name]).catch(() => undefined),
  }
}

interface Lifecycles {
  mount(props: object): Promise<unknown>
  update(props: object): Promise<unknown>
}

const working = { bootstrap: done, mount: done, unmount: done, update: done }
const props = { report: () => undefined }

it('tells once that a remote with a canary was shown, and nothing of others', async () => {
  const { observe, told } = open()
  await (await observe('chat', working)).mount(props)
  expect(told()).toEqual([])
  for (let times = 0; times < 2; times += 1) await (await observe('homes', working)).mount(props)
  expect(told()).toEqual(['homes 1 shown'])
})

it('tells what failed: loading, mounting, or rendering after it was shown', async () => {
  const loading = open()
  await loading.lose('homes')
  expect(loading.told()).toEqual(['homes 1 load'])
  const mounting = open()
  const broken = await mounting.observe('homes', { ...working, mount: fails })
  await expect(broken.mount(props)).rejects.toThrow('broken')
  expect(mounting.told()).toEqual(['homes 1 mount'])
  const rendering = open()
  await (await rendering.observe('homes', { ...working, mount: crash })).mount(props)
  expect(rendering.told()).toEqual(['homes 1 render'])
  const updating = open()
  const shown = await updating.observe('homes', { ...working, update: fails })
  await shown.mount(props)
  await expect(shown.update(props)).rejects.toThrow('broken')
  expect(updating.told()).toEqual(['homes 1 shown', 'homes 1 render'])
  expect(new Set(updating.sent.map(({ page }) => page)).size).toBe(1)
})

/** As a remote's error boundary does. */
async function crash({ report }: { report: (error: unknown, options: object) => void }): Promise<void> {
  report(new Error('broken'), { fatal: true })
}

it('tells a mount that hangs, and a module that is no remote', async () => {
  const hanging = open(['homes'], 0)
  void (await hanging.observe('homes', { ...working, mount: () => new Promise(() => undefined) })).mount(props)
  await expect.poll(hanging.told).toEqual(['homes 1 mount'])
  const wrong = open()
  await wrong.observe('homes', { default: 42 })
  expect(wrong.told()).toEqual(['homes 1 mount'])
})

it('tells nothing more of a remote that has failed, and nothing of errors that are not fatal', async () => {
  const { observe, lose, told } = open()
  await lose('homes')
  await lose('homes')
  await (await observe('homes', working)).mount(props)
  expect(told()).toEqual(['homes 1 load'])
  const survivor = open()
  const mount = async ({ report }: typeof props) => report()
  await (await survivor.observe('homes', { ...working, mount })).mount(props)
  expect(survivor.told()).toEqual(['homes 1 shown'])
})

it('passes the same props to a remote with each update', async () => {
  const { observe } = open()
  const seen: unknown[] = []
  const see = async ({ report }: typeof props) => void seen.push(report)
  const module = await observe('homes', { ...working, mount: see, update: see })
  await module.mount(props)
  await module.update(props)
  expect(seen[0]).toBe(seen[1])
})

it('tells of a canary of the shell when any remote is shown or fails, and when the shell itself breaks', async () => {
  const { observe, lose, told } = open(['shell'])
  await (await observe('homes', working)).mount(props)
  await lose('chat')
  expect(told()).toEqual(['shell 7 shown', 'shell 7 load'])
  const broken = open(['shell'])
  broken.shellBroke()
  expect(broken.told()).toEqual(['shell 7 render'])
})

it('keeps no remote from being shown when the code for it hangs or is lost', async () => {
  const boot = { canaries: ['homes'], shell: { ...shell, deadlineMs: 0 } } as unknown as PageBoot
  expect(await loadOutcomes(boot, () => new Promise(() => undefined))).toBeNull()
  expect(await loadOutcomes({ ...boot, shell }, fails)).toBeNull()
})

it('counts a failure for the release that was loaded, also if the page has another one by then', async () => {
  const sent: OutcomeReport[] = []
  const release = (version: string) => ({ version }) as RemoteRelease
  const boot = { canaries: ['homes'], remotes: { homes: release('1') }, shell }
  let arrive = (_outcomes: Outcomes) => {}
  const outcomes = new Promise<Outcomes>((resolve) => {
    arrive = resolve
  })
  const remotes = observed({ load: fails } as unknown as Remotes, outcomes)
  const loading = remotes.load('homes', boot.remotes.homes, './remote')
  boot.remotes.homes = release('2')
  arrive(createOutcomes(boot, (report) => void sent.push(report)))
  await expect(loading).rejects.toThrow('broken')
  expect(sent).toMatchObject([{ remote: 'homes', version: '1', outcome: 'load' }])
})
