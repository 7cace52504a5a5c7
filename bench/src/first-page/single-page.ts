import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { BOOT_ELEMENT, PAGE_COPY_URL, type PageBoot } from '@aangan/contracts/page'
import type { PageCopy } from '@aangan/contracts/page-copy'
import proxy from '@fastify/http-proxy'
import { fastify } from 'fastify'
import { buildOneApp, ONE_APP } from '../one-app/build.ts'
import { builtSite, freePort, startProcess } from '../site-process.ts'

interface Running {
  url: string
  stop(): Promise<void>
}

/**
 * Starts a plain single-page application with the same screens: one script, and one empty page for all addresses, which
 * names nothing but that script and its styles. Its files and calls are answered by a site of its own.
 */
export async function startSinglePage(dataDir: string): Promise<Running> {
  const site = await startProcess(builtSite(dataDir, await freePort()))
  // A start installs what is built: this comes after it.
  await buildOneApp(join(dataDir, 'releases'), { isOneScript: true })
  const copy = (await (await fetch(site.url + PAGE_COPY_URL)).json()) as PageCopy
  if (!copy.html.includes(`/${ONE_APP}/`)) throw new Error('The site does not serve the one app.')
  const page = brotliCompressSync(emptied(copy.html))
  const front = fastify()
  await front.register(proxy, {
    upstream: site.url,
    websocket: true,
    preHandler: async ({ headers: { accept = '' } }, reply) => {
      if (accept.includes('text/html'))
        return reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).send(page)
    },
  })
  const url = await front.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    stop: async () => {
      front.server.closeAllConnections()
      await front.close()
      await site.stop()
    },
  }
}

/** Without the frame that is painted before scripts, preloads and hashes; nobody is signed in. */
function emptied(html: string): string {
  const [, boot = ''] = new RegExp(`<script [^>]*id="${BOOT_ELEMENT}">(.*?)</script>`, 's').exec(html) ?? []
  const known = JSON.parse(boot) as PageBoot
  const remotes = Object.fromEntries(
    Object.entries(known.remotes).map(([name, one]) => [name, { ...one, integrity: {} }]),
  )
  const shell = { ...known.shell, integrity: {} }
  return html
    .replace(/<link rel="preload"[^>]*>\n?/g, '')
    .replace(/<div id="root">.*<\/main><\/div>/s, '<div id="root"></div>')
    .replace(boot, () => JSON.stringify({ ...known, shell, remotes, session: { status: 'visitor' } }))
}
