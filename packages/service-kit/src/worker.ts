import { createRequire } from 'node:module'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The code of a thread. */
export interface ThreadCode {
  /** Of its file in bundles, without `.js`: see `platform/bin/lib/bundle.js`. */
  name: string
  /** Its TypeScript. */
  source: URL
  /** A package with native code that it uses. */
  native?: string
}

/** Starts a thread. Bundles have its code in a file beside their own. */
export async function startWorker(code: ThreadCode, options: WorkerOptions): Promise<Worker> {
  // It needs none of what the process loads beforehand, such as tsx.
  const own = { ...options, execArgv: [] }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${code.name}.js`, import.meta.url), own)
  const source = sources.get(code.name) ?? bundleSource(code)
  sources.set(code.name, source)
  return new Worker(await source, { ...own, eval: true })
}

const sources = new Map<string, Promise<string>>()

/** For tests and benches, which run from sources: a thread of Node 20 loads no TypeScript, and with tsx takes a second. */
async function bundleSource({ source, native }: ThreadCode): Promise<string> {
  const { build } = await import('esbuild')
  // Code that lies in no file finds no packages.
  const file = native === undefined ? null : createRequire(import.meta.url).resolve(native)
  const { outputFiles } = await build({
    entryPoints: [source.pathname],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20.19',
    ...(native !== undefined && file !== null && { alias: { [native]: file }, external: [file] }),
  })
  return outputFiles[0]?.text ?? ''
}
