import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUNDLES = fileURLToPath(new URL('../../dist/', import.meta.url))

/** Such processes end before optimized code has paid for its compilation, a sixth of the processor time of a start. */
const V8_FLAGS = ['--no-opt']

export interface Run {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** Exit code; null if killed by a signal. */
  ended: Promise<number | null>
}

/** Starts `platform/dist/<name>.js`, as the npm scripts do after building. */
export function run(name: string, env: Record<string, string>, args: string[] = []): Run {
  const bundle = join(BUNDLES, `${name}.js`)
  if (!existsSync(bundle)) throw new Error(`${bundle} does not exist: run npm run build first`)
  return runScript(bundle, { env, args })
}

interface ScriptOptions {
  env: Record<string, string>
  args?: string[]
  cwd?: string
}

export function runScript(script: string, { env, args = [], cwd }: ScriptOptions): Run {
  const all = [...V8_FLAGS, script, ...args]
  const child = spawn(process.execPath, all, { cwd, env: { PATH: process.env.PATH ?? '', ...env } })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output, ended }
}

export interface RunningSite extends Run {
  url: string
  /** Sends SIGINT; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Starts a site on free ports, without external map tiles. */
export async function startSiteProcess(env: Record<string, string>): Promise<RunningSite> {
  // On a busy machine, pages must not be rendered without their first data.
  return await whenReady(run('main', { PORT: '0', TILE_URL: 'none', FIRST_DATA_WAIT_MS: '5000', ...env }))
}

/** Resolves once a starting site is ready; throws with its output if it exits before. */
export async function whenReady(site: Run): Promise<RunningSite> {
  const url = await Promise.race([addressOf(site), site.ended.then(() => null)])
  if (url === null) throw new Error(`The site did not start: ${site.output.stderr}`)
  const stop = () => {
    site.child.kill('SIGINT')
    return site.ended
  }
  return { ...site, url, stop }
}

async function addressOf({ child, output }: Run): Promise<string> {
  for (;;) {
    const [, url] = output.stdout.match(/^Ready in .*?: (http\S+)/m) ?? []
    if (url !== undefined) return url
    await once(child.stdout ?? child, 'data')
  }
}

/** Temporary folders of a test: `dataDir` for a site to create, `tmp` for files that the site must clean up itself. */
export async function testFolder(): Promise<{ path: string; dataDir: string; tmp: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'site-'))
  const tmp = join(path, 'tmp')
  await mkdir(tmp)
  return { path, dataDir: join(path, 'data'), tmp, remove: () => rm(path, { recursive: true, force: true }) }
}
