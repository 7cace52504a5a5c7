import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Post } from '@aangan/contracts/posts'
import { builtSite, freePort, type RunningSite, startProcess } from '../site-process.ts'

export const ROUTES = ['/', '/list', '/{id}', '/agents']

/** Longer than for visitors, since a busy machine must not turn one site into the other. */
const RENDERED = { RENDER_WAIT_MS: '10000', RENDER_MS: '10000' }
/** No renderer is that quick. */
const UNRENDERED = { RENDER_WAIT_MS: '1' }

type Start = (name: string, env: Record<string, string>) => Promise<RunningSite>

/** Started sites are stopped, and what they have written is removed. */
async function withFolder<T>(measure: (start: Start, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'aangan-first-page-'))
  const running: RunningSite[] = []
  const start: Start = async (name, env) => {
    const site = builtSite(join(folder, name), await freePort())
    const started = await startProcess({ ...site, env: { ...site.env, TRUST_PROXY: '1', ...env } })
    running.push(started)
    return started
  }
  try {
    return await measure(start, folder)
  } finally {
    await Promise.all(running.map((site) => site.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

interface Sites {
  rendered: RunningSite
  unrendered: RunningSite
  /** For what else is started; removed at the end. */
  folder: string
}

/** Runs `measure` with a site whose pages are rendered, and one whose pages are not. */
export function withSites<T>(measure: (sites: Sites) => Promise<T>): Promise<T> {
  return withFolder(async (start, folder) => {
    const rendered = await start('rendered', RENDERED)
    return measure({ rendered, unrendered: await start('unrendered', UNRENDERED), folder })
  })
}

/** The same with the first of them alone. */
export function withRendered<T>(measure: (site: { site: RunningSite; releasesDir: string }) => Promise<T>): Promise<T> {
  return withFolder(async (start, folder) => {
    const site = await start('rendered', RENDERED)
    return measure({ site, releasesDir: join(folder, 'rendered', 'releases') })
  })
}

/** The address of a route on a site. Throws if its page is rendered and should not be, or the reverse. */
export async function addressOf(url: string, route: string, shouldBe: boolean): Promise<string> {
  const [post] = (await (await fetch(`${url}/posts?limit=1`)).json()) as Post[]
  const address = url + route.replace('{id}', post?.id ?? '')
  if (isRendered(await openPage(address)) !== shouldBe)
    throw new Error(`${address} is ${shouldBe ? 'not ' : ''}rendered by the server.`)
  return address
}

/** Requests of one address take turns, and rest between them (decision 040). */
export async function openPage(address: string, visitor = 1, onFirstByte?: () => void): Promise<string> {
  const headers = { accept: 'text/html', 'x-forwarded-for': `10.0.0.${visitor}` }
  const response = await fetch(address, { headers })
  onFirstByte?.()
  const text = await response.text()
  if (!response.ok) throw new Error(`${address} returned ${response.status}.`)
  return text
}

export function isRendered(html: string): boolean {
  return html.includes('id="root" data-rendered')
}

/** A site starts no other processes than those that render. */
export async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return listed.split(' ').filter(Boolean).map(Number)
}
