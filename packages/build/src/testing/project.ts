import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
const SKIPPED = /^(node_modules|dist|\.cache|fixture-.*)$/
const PACKAGES = ['contracts', 'remote', 'design', 'product', 'build'].map((name) => `packages/${name}`)

/**
 * Copies the project as far as a remote's build reads it. Packages are symlinks, except the ones whose path could leak
 * into `dist`: those in its source maps, and the ones that import them. Copying synchronously takes a tenth of the time.
 */
export async function copyProject(dist: string): Promise<string> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'elsewhere-')))
  for (const path of ['package-lock.json', ...PACKAGES])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: (from) => !SKIPPED.test(basename(from)) })
  const bundled = await packagesIn(dist)
  // The last two are in the bundle for servers alone, which has no source map.
  const leading = /^(@module-federation\/|@standard-schema\/|(react-router-dom|rxjs|use-sync-external-store)$)/
  for (const name of await installed()) {
    const from = join(ROOT, 'node_modules', name)
    const to = join(copy, 'node_modules', name)
    await mkdir(dirname(to), { recursive: true })
    if (name.startsWith('@aangan/')) await symlink(join(copy, 'packages', basename(name)), to)
    else if (bundled.has(name) || leading.test(name)) cpSync(from, to, { recursive: true })
    else await symlink(from, to)
  }
  return copy
}

async function packagesIn(dist: string): Promise<Set<string>> {
  const maps = (await readdir(dist)).filter((file) => file.endsWith('.map'))
  const texts = await Promise.all(maps.map((file) => readFile(join(dist, file), 'utf8')))
  const sources = texts.flatMap((text): string[] => JSON.parse(text).sources)
  return new Set(sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []))
}

async function installed(): Promise<string[]> {
  const names = (await readdir(join(ROOT, 'node_modules'))).filter((name) => !name.startsWith('.'))
  const scoped = names
    .filter((name) => name.startsWith('@'))
    .map(async (scope) => (await readdir(join(ROOT, 'node_modules', scope))).map((name) => `${scope}/${name}`))
  return [...names.filter((name) => !name.startsWith('@')), ...(await Promise.all(scoped)).flat()]
}
