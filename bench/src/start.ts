import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './page-load.ts'
import { builtSite, freePort, memoryOf, startProcess } from './site-process.ts'
import type { Row } from './table.ts'

const RUNS = 7
const LIMIT_READY_MS = 2_000
const LIMIT_MB = 250
const PAGES = ['/', '/list', '/list?city=Pune', '/agents', '/posts?limit=60', '/users', '/openapi.json']

const BARE = `const { fastify } = await import('fastify'); const app = fastify();
app.get('/healthz', async () => ({})); await app.listen({ port: Number(process.env.PORT) })`

/** Start time and peak memory of a built demo site, against a bare Fastify. */
export async function benchStart(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aangan-bench-'))
  const port = await freePort()
  const bare = { command: process.execPath, args: ['--input-type=module', '-e', BARE], readyPath: '/healthz' }
  const ready: number[] = []
  const bareReady: number[] = []
  const memory: number[] = []
  try {
    await (await startProcess(builtSite(dataDir, port))).stop()
    for (let run = 0; run < RUNS; run++) {
      const site = await startProcess(builtSite(dataDir, port))
      ready.push(site.readyMs)
      for (const path of PAGES) await (await fetch(site.url + path)).arrayBuffer()
      memory.push((await memoryOf(site.pid)).peakMb)
      await site.stop()
      const peer = await startProcess({ ...bare, env: { PORT: String(port) } })
      bareReady.push(peer.readyMs)
      await peer.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  const [readyMs, bareMs, peakMb] = [median(ready), median(bareReady), median(memory)]
  return [
    row('ready again, everything built', `${ms(readyMs)}`, `limit ${ms(LIMIT_READY_MS)}`, readyMs / LIMIT_READY_MS, 1),
    row('ready again, against a bare fastify', ms(readyMs), ms(bareMs), readyMs / bareMs),
    row('peak memory after a visit to every kind of page', mb(peakMb), `limit ${mb(LIMIT_MB)}`, peakMb / LIMIT_MB, 1),
  ]
}

function row(figure: string, ours: string, other: string, ratio: number, limit?: number): Row {
  return { figure: `${figure} (median of ${RUNS})`, ours, other, ratio, limit }
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}

function mb(value: number): string {
  return `${Math.round(value)} MB`
}
