import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const BUNDLES = join(ROOT, '.cache/children')
const READER_THREAD = fileURLToPath(new URL('../store/sqlite/reader-thread.ts', import.meta.url))

const NATIVE = '@photostructure/sqlite'
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);"

export type Child = ChildProcessByStdio<null, Readable, Readable>

const bundles = new Map<string, Promise<string>>()

interface SpawnOptions {
  env?: NodeJS.ProcessEnv
  isQuiet?: boolean
  /** A command that runs it, such as `strace`, in a process group of their own. */
  under?: string[]
}

/**
 * Bundles the file with its imports: loading hundreds of files one by one costs ten times the processor time. For stacks
 * with the lines of sources, run the tests with NODE_OPTIONS=--enable-source-maps: reading the map takes twice as long as
 * all else that a child does at its start.
 */
export async function spawnChild(
  file: URL,
  parameters: string[] = [],
  { env = process.env, isQuiet = false, under = [] }: SpawnOptions = {},
): Promise<Child> {
  await bundleOf(READER_THREAD, 'reader-thread.js')
  const entry = fileURLToPath(file)
  const bundle = await bundleOf(entry, `${entry.slice(ROOT.length).replaceAll(/[^a-z0-9]+/gi, '-')}.mjs`)
  const [command = '', ...rest] = [...under, process.execPath, bundle, ...parameters]
  const child = spawn(command, rest, {
    env,
    detached: under.length > 0,
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

/** Renamed when complete, since another worker may build the same bundle. */
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
