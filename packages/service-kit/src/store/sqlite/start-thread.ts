import { createRequire } from 'node:module'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const NATIVE = '@photostructure/sqlite'

/** Starts a thread that reads stores. Bundles have its code in a file beside their own (`platform/bin/lib/bundle.js`). */
export async function startThread(shared: Int32Array): Promise<Worker> {
  const options: WorkerOptions = {
    workerData: shared,
    name: 'store reader',
    // It needs none of what the process loads beforehand, such as tsx.
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./reader-thread.js', import.meta.url), options)
  source ??= bundleThread()
  return new Worker(await source, { ...options, eval: true })
}

let source: Promise<string> | undefined

/** For tests and benches, which run from sources: a thread of Node 20 loads no TypeScript, and with tsx takes a second. */
async function bundleThread(): Promise<string> {
  const { build } = await import('esbuild')
  const native = createRequire(import.meta.url).resolve(NATIVE)
  const { outputFiles } = await build({
    entryPoints: [new URL('./reader-thread.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20.19',
    // Code that lies in no file finds no packages.
    alias: { [NATIVE]: native },
    external: [native],
  })
  return outputFiles[0]?.text ?? ''
}
