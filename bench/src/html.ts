import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { median } from './page-load.ts'
import { builtSite, freePort, type SiteCommand, startProcess } from './site-process.ts'
import type { Row } from './table.ts'

const run = promisify(execFile)
const PATH = '/list'
const HEADERS = { accept: 'text/html', 'accept-encoding': 'br' }
const CONNECTIONS = 10
const SECONDS = 5
const ROUNDS = 5

/** Each visitor has an address: the requests of one take turns, and rest between them (decision 040). */
const AS_VISITORS = `
local visitor = 0
request = function()
  visitor = visitor % ${CONNECTIONS} + 1
  wrk.headers['x-forwarded-for'] = '10.0.0.' .. visitor
  return wrk.format()
end`

/** Time until a page has arrived, with ten visitors at once, against nginx with a file of the same size; alternating. */
export async function benchHtml(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'aangan-bench-'))
  const built = builtSite(join(folder, 'data'), await freePort())
  const site = await startProcess({ ...built, env: { ...built.env, TRUST_PROXY: '1' } })
  try {
    const page = await sent(site.url + PATH)
    const file = await startProcess(await nginxWith(folder, page))
    const [ours, theirs]: [Times[], Times[]] = [[], []]
    try {
      // Not counted: code that is not compiled yet.
      await timesOf(site.url + PATH, folder)
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await timesOf(site.url + PATH, folder))
        theirs.push(await timesOf(file.url + PATH, folder))
      }
    } finally {
      await file.stop()
    }
    const size = `${(page.length / 1024).toFixed(1)} kB`
    return (['p50', 'p95'] as const).map((figure) => {
      const [left, right] = [ours, theirs].map((times) => median(times.map((each) => each[figure]))) as [number, number]
      const title = `${PATH}, ${size}, ${CONNECTIONS} connections: ${figure} (median of ${ROUNDS} × ${SECONDS} s)`
      return { figure: title, ours: ms(left), other: `nginx, a file ${ms(right)}`, ratio: left / right }
    })
  } finally {
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The body of a page as sent. */
function sent(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: HEADERS }, (response) => buffer(response).then(resolve, reject)).on('error', reject)
  })
}

/** Microseconds. */
interface Times {
  p50: number
  p95: number
}

async function timesOf(url: string, folder: string): Promise<Times> {
  const script = join(folder, 'percentiles.lua')
  const print = 'io.write(string.format("p50=%d p95=%d", latency:percentile(50), latency:percentile(95)))'
  await writeFile(script, `${AS_VISITORS}\ndone = function(_, latency) ${print} end`)
  const headers = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, '-s', script, ...headers, url])
  const [, p50, p95] = /p50=(\d+) p95=(\d+)/.exec(stdout) ?? []
  if (!p50 || !p95 || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed under wrk:\n${stdout}`)
  return { p50: Number(p50), p95: Number(p95) }
}

async function nginxWith(folder: string, page: Buffer): Promise<SiteCommand> {
  const port = await freePort()
  await mkdir(join(folder, 'files'))
  // Its worker may be another user.
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'files', PATH), page)
  const config = `worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off;
events { worker_connections 1024; }
http { access_log off; sendfile on; default_type text/html; client_body_temp_path ${folder}/body;
  server { listen 127.0.0.1:${port}; root ${folder}/files; } }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  return { command: 'nginx', args, env: { PORT: String(port) }, readyPath: PATH }
}

function ms(us: number): string {
  return `${(us / 1_000).toFixed(2)} ms`
}
