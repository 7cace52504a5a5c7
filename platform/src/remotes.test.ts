import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RemoteManifest } from '@aangan/contracts/manifest'
import type { RemoteContext } from '@aangan/contracts/remotes'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const REMOTES = readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, 'manifest.json')))

/** Read from the source: they are types. */
const SLOTS = [
  ...readFileSync(join(ROOT, 'packages/contracts/src/slots.ts'), 'utf8').matchAll(/^ {2}'([\w.-]+)':/gm),
].map(([, slot]) => slot)

interface TestContext {
  context: RemoteContext
  asked: string[]
  isHeard(): boolean
}

interface StoreFile {
  makeStore(context: RemoteContext): { dispatch(action: object): unknown }
}

/** Imported by path: browser sources are outside of this TypeScript project. */
async function load<T>(...path: string[]): Promise<T> {
  return (await import(join(ROOT, ...path))) as T
}

function readManifest(remote: string): RemoteManifest {
  return JSON.parse(readFileSync(join(ROOT, remote, 'manifest.json'), 'utf8'))
}

async function openContext(): Promise<TestContext> {
  const file = await load<{ openTestContext(): TestContext }>('packages/remote/src/testing/context.ts')
  return file.openTestContext()
}

async function openStore(remote: string, context: RemoteContext) {
  const { makeStore } = await load<StoreFile>(remote, 'src/store.ts')
  // The page's own answers are in a document.
  return makeStore({ ...context, ...{ takeFirstData: () => null } })
}

const REFUSED = {
  type: 'any/executeMutation/rejected',
  payload: { status: 401 },
  error: {},
  meta: { requestId: '1', requestStatus: 'rejected', rejectedWithValue: true, arg: { type: 'mutation' } },
}

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

/** The part of the remote contract that needs no browser; platform/e2e/remotes has the rest. */
describe.each(REMOTES)('%s', (remote) => {
  it('has exactly the routes of its manifest', async () => {
    const manifest = readManifest(remote)
    expect([...Value.Errors(RemoteManifest, manifest)]).toEqual([])
    const { routes } = await load<{ routes: { path: string }[] }>(remote, 'src/routes.tsx')
    const paths = routes.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
    expect(paths.sort()).toEqual(manifest.routes.map(({ path }) => path).sort())
  })

  it('says why visitors must sign in for a page', () => {
    const reasons = readManifest(remote).routes.flatMap(({ signedIn }) => signedIn ?? [])
    for (const reason of reasons) expect(reason).toMatch(/^Sign in to .+\.$/)
  })

  it('fills only slots of the contract', () => {
    const { offers = {} } = readManifest(remote)
    const unknown = Object.values(offers).filter(({ slot }) => !SLOTS.includes(slot))
    expect(unknown).toEqual([])
  })

  it('leaves no subscription after its last unmount', async () => {
    const shell = await openContext()
    const store = await openStore(remote, shell.context)
    if (!existsSync(join(ROOT, remote, 'src/connect.ts'))) return
    const { connect } = await load<{ connect(...parts: unknown[]): () => void }>(remote, 'src/connect.ts')
    const disconnect = connect(store, shell.context)
    expect(shell.isHeard()).toBe(true)
    disconnect()
    expect(shell.isHeard()).toBe(false)
  })

  it('redirects to the sign-in page after a 401 to an action', async () => {
    const { context, asked } = await openContext()
    const store = await openStore(remote, context)
    store.dispatch(REFUSED)
    expect(asked).toEqual(['refresh', 'sign in'])
  })
})
