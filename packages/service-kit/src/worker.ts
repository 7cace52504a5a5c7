import { readFile } from 'node:fs/promises'
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
  if (isBundled) return new Worker(bundleOf(code), own)
  return new Worker(await bundled(code, 'cjs'), { ...own, eval: true })
}

/** As the text of a module, for another process. */
export async function codeOf(code: ThreadCode): Promise<string> {
  return isBundled ? await readFile(bundleOf(code), 'utf8') : await bundled(code, 'esm')
}

const isBundled = !import.meta.url.endsWith('.ts')

function bundleOf({ name }: ThreadCode): URL {
  return new URL(`./${name}.js`, import.meta.url)
}

const sources = new Map<string, Promise<string>>()

function bundled(code: ThreadCode, format: 'cjs' | 'esm'): Promise<string> {
  const source = sources.get(code.name) ?? bundleSource(code, format)
  sources.set(code.name, source)
  return source
}

/** A thread of Node 20 loads no TypeScript, and with tsx takes a second. */
async function bundleSource({ source, native }: ThreadCode, format: 'cjs' | 'esm'): Promise<string> {
  const { build } = await import('esbuild')
  // Code without a file cannot resolve packages.
  const file = native === undefined ? null : createRequire(import.meta.url).resolve(native)
  const { outputFiles } = await build({
    entryPoints: [source.pathname],
    bundle: true,
    write: false,
    format,
    platform: 'node',
    target: 'node20.19',
    ...(native !== undefined && file !== null && { alias: { [native]: file }, external: [file] }),
  })
  return outputFiles[0]?.text ?? ''
}
