import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type RunningSite, startSiteProcess, testFolder } from '../src/testing/site-process.ts'

/** `read` is never changed; tests add their own people and homes to `written`. */
export type SharedName = 'read' | 'written'

export interface SharedSite {
  url: string
  dataDir: string
}

const RENDERED_WITHIN_MS = 20_000

interface Started extends SharedSite {
  site: RunningSite
  remove(): Promise<void>
}

/** Serves the shared sites of a run: each starts when the first file asks for it, since many runs need none. */
export async function serveSharedSites(): Promise<{ url: string; stop(): Promise<void> }> {
  const started = new Map<string, Promise<Started>>()
  const server = createServer((request, response) => {
    const name = request.url ?? ''
    const site = started.get(name) ?? start()
    started.set(name, site)
    site.then(
      ({ url, dataDir }) => response.end(JSON.stringify({ url, dataDir })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      for (const outcome of await Promise.allSettled(started.values()))
        if (outcome.status === 'fulfilled') await stop(outcome.value)
    },
  }
}

export async function sharedSite(server: string, name: SharedName): Promise<SharedSite> {
  const answer = await fetch(`${server}/${name}`)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as SharedSite
}

async function start(): Promise<Started> {
  const { dataDir, tmp, remove } = await testFolder()
  try {
    const site = await startSiteProcess({ DATA_DIR: dataDir, TMPDIR: tmp, RATE_LIMIT: '1000000' })
    await untilRendered(site.url)
    return { url: site.url, dataDir, site, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Until the site has a process for each remote, it leaves pages to browsers, and tests would see one or the other. */
async function untilRendered(url: string): Promise<void> {
  const ends = performance.now() + RENDERED_WITHIN_MS
  for (const path of ['/', '/list', '/login', '/not/found'])
    while (!(await (await fetch(url + path)).text()).includes('<div id="root" data-rendered>')) {
      if (performance.now() > ends) throw new Error(`${path} is not rendered after ${RENDERED_WITHIN_MS} ms.`)
      await setTimeout(100)
    }
}

async function stop({ site, remove }: Started): Promise<void> {
  const code = await site.stop()
  await remove()
  if (code !== 0) throw new Error(`A shared test site exited with code ${code}: ${site.output.stderr}`)
}
