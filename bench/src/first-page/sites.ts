import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Post } from '@aangan/contracts/posts'
import { builtSite, freePort, type RunningSite, startProcess } from '../site-process.ts'

export const ROUTES = ['/', '/list', '/{id}', '/agents']

/** Longer than for visitors, since a busy machine must not turn one site into the other. */
const RENDERED = { RENDER_WAIT_MS: '10000', RENDER_MS: '10000' }
/** No renderer is that quick. */
const UNRENDERED = { RENDER_WAIT_MS: '1' }

interface Sites {
  rendered: RunningSite
  unrendered: RunningSite
  /** For what else is started; removed at the end. */
  folder: string
}

/** Runs `measure` with a site whose pages are rendered, and one whose pages are not. */
export async function withSites<T>(measure: (sites: Sites) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'aangan-first-page-'))
  const running: RunningSite[] = []
  const start = async (name: string, env: Record<string, string>) => {
    const site = builtSite(join(folder, name), await freePort())
    const started = await startProcess({ ...site, env: { ...site.env, ...env } })
    running.push(started)
    return started
  }
  try {
    return await measure({
      rendered: await start('rendered', RENDERED),
      unrendered: await start('unrendered', UNRENDERED),
      folder,
    })
  } finally {
    await Promise.all(running.map((site) => site.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

/** The address of a route on a site. Throws if its page is rendered and should not be, or the reverse. */
export async function addressOf(url: string, route: string, isRendered: boolean): Promise<string> {
  const [post] = (await (await fetch(`${url}/posts?limit=1`)).json()) as Post[]
  const address = url + route.replace('{id}', post?.id ?? '')
  const html = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
  if (html.includes('id="root" data-rendered') !== isRendered)
    throw new Error(`${address} is ${isRendered ? 'not ' : ''}rendered by the server.`)
  return address
}
