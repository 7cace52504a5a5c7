import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DEVICE_COOKIE, SESSION_COOKIE } from '@aangan/contracts/account-constants'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { type RawAnswer, type RawRequest, sendRaw } from '@aangan/service-kit/testing/raw-http'
import { type BusOf, startSite } from '../start.ts'
import { testFolder } from './site-process.ts'

export const PASSWORD = 'correct horse battery'

export interface Person {
  id: string
  username: string
  cookie: string
}

export interface SiteHere {
  port: number
  dataDir: string
  logged(): string
  send(request: Partial<RawRequest> & { json?: unknown }): Promise<RawAnswer>
  enter(username: string): Promise<Person>
  signIn(username: string, password?: string): Promise<RawAnswer>
  /** Ends it, and keeps its files until `close`. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** Runs all services and the gateway in the test process: starts fast, needs no build, serves no pages. */
export async function startSiteHere(env: Record<string, string> = {}, busOf?: BusOf): Promise<SiteHere> {
  const folder = await testFolder()
  const releases = join(folder.path, 'releases')
  await mkdir(releases)
  const lines: string[] = []
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
  const closing: (() => Promise<unknown> | unknown)[] = []
  const settings = { PORT: '0', METRICS_PORT: '0', DEMO: 'false', TILE_URL: 'none', REGISTER_LIMIT: '1000' }
  const context = {
    env: { DATA_DIR: folder.dataDir, RELEASES_DIR: releases, ...settings, ...env },
    log,
    metrics: createMetrics(),
    onStop: (close: () => Promise<unknown>) => void closing.unshift(close),
  }
  const { url } = await startSite(context, busOf && { busOf })
  const port = Number(new URL(url).port)

  const send: SiteHere['send'] = ({ json, headers = {}, ...request }) =>
    sendRaw(
      { port },
      {
        method: 'GET',
        path: '/',
        ...request,
        ...(json === undefined
          ? { headers }
          : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(json) }),
      },
    )
  async function stop(): Promise<void> {
    for (const close of closing.splice(0)) await close()
  }

  const signIn: SiteHere['signIn'] = (username, password = PASSWORD) =>
    send({ method: 'POST', path: '/auth/login', json: { username, password } })

  return {
    port,
    dataDir: folder.dataDir,
    logged: () => lines.join(''),
    send,
    signIn,
    async enter(username) {
      const email = `${username}@example.com`
      const made = await send({ method: 'POST', path: '/auth/register', json: { username, email, password: PASSWORD } })
      if (made.status !== 201) throw new Error(`Registering ${username} returned ${made.status}: ${made.body}`)
      const answer = await signIn(username)
      return { id: JSON.parse(answer.body).id, username, cookie: cookieOf(answer) }
    },
    stop,
    async close() {
      await stop()
      await folder.remove()
    },
  }
}

/** The session cookies a response sets, as a Cookie header. */
export function cookieOf({ headers }: RawAnswer): string {
  const set = headers['set-cookie'] ?? ''
  return [SESSION_COOKIE, DEVICE_COOKIE].flatMap((name) => set.match(new RegExp(`${name}=[\\w-]+`)) ?? []).join('; ')
}
