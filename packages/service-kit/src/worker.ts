import { createRequire } from 'node:module'
import { Worker, type WorkerOptions } from 'node:worker_threads'

export interface ThreadCode {
  /** File name in bundles, without `.js`: see `platform/bin/lib/bundle.js`. */
  name: string
  source: URL
  native?: string
}

/** Bundles have the thread's code in a file next to their own. */
export async function startWorker(code: ThreadCode, options: WorkerOptions): Promise<Worker> {
  // A thread needs no preloads of the process, such as tsx.
  const own = { ...options, execArgv: [] }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${code.name}.js`, import.meta.url), own)
  const source = sources.get(code.name) ?? bundleSource(code)
  sources.set(code.name, source)
  return new Worker(await source, { ...own, eval: true })
}

const sources = new Map<string, Promise<string>>()

/** A thread of Node 20 loads no TypeScript, and with tsx takes a second. */
async function bundleSource({ source, native }: ThreadCode): Promise<string> {
  const { build } = await import('esbuild')
  // Code without a file cannot resolve packages.
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
