import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressName, SERVICE_NAMES } from '@aangan/contracts/services'
import { openKeyPair } from '@aangan/service-kit/secrets'
import { freePort, type SiteCommand, startProcess } from '../site-process.ts'
import type { Row } from '../table.ts'
import { costOf } from './load.ts'

const LIMIT = 7
const PATH = '/posts?city=Pune'
/** The cheapest round counts: other load on the machine only adds. */
const ROUNDS = 4
const SIGNED_IN = { cookie: `token=${'a'.repeat(43)}` }
/** Row names for the parts that parts.ts adds one by one. */
const ADDED = ['a bare Fastify that passes requests on', 'ids, checks, metrics, log', 'security headers', 'origins']
const LATER = ['limits: a minute, at once, pipelining', 'sessions, signed in', 'compression, not asked']

/** Processor time per request of a signed-in person, against nginx in front of the same service. */
export async function benchGateway(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'aangan-bench-'))
  const servicePort = await freePort()
  const service = await startProcess(node(['bench/src/gateway/service.js'], { PORT: String(servicePort) }))
  try {
    const env = await gatewayEnv(folder, servicePort)
    const measure = async (command: SiteCommand, headers = {}) => {
      const server = await startProcess(command)
      try {
        return await costOf(server.pid, server.url + PATH, headers)
      } finally {
        await server.stop()
      }
    }
    const ours = async () => node(['platform/dist/gateway.js'], { ...env, PORT: String(await freePort()) })
    const nginxCosts: number[] = []
    const signedInCosts: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      nginxCosts.push(await measure(await nginxCommand(folder, servicePort)))
      signedInCosts.push(await measure(await ours(), SIGNED_IN))
    }
    const nginx = Math.min(...nginxCosts)
    const row = (figure: string, cost: number, limit?: number): Row => ({
      figure,
      ours: us(cost),
      other: `nginx ${us(nginx)}`,
      ratio: cost / nginx,
      ...(limit !== undefined && { limit }),
    })
    const rows = [
      row('the gateway, signed in', Math.min(...signedInCosts), LIMIT),
      row('the gateway, a visitor', await measure(await ours())),
      row('signed in and packed by brotli', await measure(await ours(), { ...SIGNED_IN, 'accept-encoding': 'br' })),
    ]
    const withParts = async (parts: string) => {
      const more = { ...env, PORT: String(await freePort()), PARTS: parts }
      return await measure(node(['--import', 'tsx', 'bench/src/gateway/parts.ts'], more), SIGNED_IN)
    }
    rows.push(row('peer: a bare Fastify with @fastify/http-proxy', await withParts('peer')))
    let before = 0
    for (const [parts, name] of [...ADDED, ...LATER].entries()) {
      const cost = await withParts(String(parts))
      rows.push({
        figure: `part: ${name}`,
        ours: `+${us(cost - before)}`,
        other: `together ${us(cost)}`,
        ratio: cost / nginx,
      })
      before = cost
    }
    return rows
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function us(cost: number): string {
  return `${cost.toFixed(0)} µs`
}

function node(args: string[], env: Record<string, string>): SiteCommand {
  return { command: process.execPath, args, env, readyPath: PATH }
}

async function gatewayEnv(folder: string, port: number): Promise<Record<string, string>> {
  await openKeyPair(folder)
  const urls = SERVICE_NAMES.map((name) => [addressName(name), `http://127.0.0.1:${port}`])
  return {
    ...Object.fromEntries(urls),
    BUS_URL: `sqlite:${join(folder, 'bus')}`,
    IDENTITY_PRIVATE_KEY_FILE: join(folder, 'identity.pem'),
    KEYS: folder,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '100000000',
    TILE_URL: 'none',
  }
}

/** nginx as an operator would configure it: keep-alive upstream connections, no access log. */
async function nginxCommand(folder: string, servicePort: number): Promise<SiteCommand> {
  const port = await freePort()
  await mkdir(join(folder, 'logs'), { recursive: true })
  const config = `worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off;
events { worker_connections 1024; }
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  upstream service { server 127.0.0.1:${servicePort}; keepalive 64; }
  server { listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  return { command: 'nginx', args, env: { PORT: String(port) }, readyPath: PATH }
}
