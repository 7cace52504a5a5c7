import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const BUNDLES = join(ROOT, '.cache/children')

/** It loads its machine code from a place relative to its own. */
const NATIVE = '@photostructure/sqlite'
/** CommonJS among the packages asks for `require`. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

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
  const entry = fileURLToPath(file)
  const bundle = bundles.get(entry) ?? bundled(entry)
  bundles.set(entry, bundle)
  const child = spawn(process.execPath, ['--enable-source-maps', await bundle, ...parameters], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!isQuiet) child.stderr.pipe(process.stderr, { end: false })
  return child
}

/** Another worker may make the same one: it appears as a whole. */
async function bundled(entry: string): Promise<string> {
  const name = entry.slice(ROOT.length).replaceAll(/[^a-z0-9]+/gi, '-')
  const [draft, outfile] = [join(BUNDLES, `${name}-${process.pid}.mjs`), join(BUNDLES, `${name}.mjs`)]
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
