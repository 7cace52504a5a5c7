import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const BUNDLES = join(ROOT, '.cache/children')
/** Which the store looks for beside the bundle. */
const READER_THREAD = fileURLToPath(new URL('../store/sqlite/reader-thread.ts', import.meta.url))

/** It loads its machine code from a place relative to its own. */
const NATIVE = '@photostructure/sqlite'
/** CommonJS among the packages asks for `require`. */
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);"

export type Child = ChildProcessByStdio<null, Readable, Readable>

const bundles = new Map<string, Promise<string>>()

/**
 * Starts a TypeScript file as a process of its own. It is bundled with all that it imports: to load hundreds of files one
 * by one costs ten times as much processor time, which a busy machine does not have. What it writes as errors is shown,
 * unless `isQuiet`.
 */
export async function spawnChild(
  file: URL,
  parameters: string[] = [],
  { env = process.env, isQuiet = false }: { env?: NodeJS.ProcessEnv; isQuiet?: boolean } = {},
): Promise<Child> {
  await bundleOf(READER_THREAD, 'reader-thread.js')
  const entry = fileURLToPath(file)
  const bundle = await bundleOf(entry, `${entry.slice(ROOT.length).replaceAll(/[^a-z0-9]+/gi, '-')}.mjs`)
  const child = spawn(process.execPath, ['--enable-source-maps', bundle, ...parameters], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!isQuiet) child.stderr.pipe(process.stderr, { end: false })
  return child
}

function bundleOf(entry: string, name: string): Promise<string> {
  const bundle = bundles.get(entry) ?? bundled(entry, name)
  bundles.set(entry, bundle)
  return bundle
}

/** Another worker may make the same one: it appears as a whole. */
async function bundled(entry: string, name: string): Promise<string> {
  const [draft, outfile] = [join(BUNDLES, `${process.pid}-${name}`), join(BUNDLES, name)]
  await mkdir(BUNDLES, { recursive: true })
  await build({
    entryPoints: [entry],
    outfile: draft,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: [NATIVE],
    banner: { js: REQUIRE },
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'silent',
  })
  await rename(draft, outfile)
  return outfile
}
