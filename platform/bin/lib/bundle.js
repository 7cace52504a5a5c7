import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ROOT } from './root.js'

const OURS = '@aangan/'
/** Opening TypeBox's 700 small files would take 40 % of a process's start. */
const INLINED = [OURS, 'typebox', 'core-js']
const OUT = join(ROOT, 'platform/dist')

/** Worker threads: `service-kit/worker.ts` looks for their bundles next to its own. */
export const THREADS = {
  'reader-thread': 'packages/service-kit/src/store/sqlite/reader-thread.ts',
  'posts-search': 'services/posts/src/search/worker.ts',
}

/** Run where no other file can be imported, so nothing of theirs may be shared with other bundles. */
export const ALONE = {
  'renderer-child': 'services/renderer/src/process/child.ts',
  'renderer-realm': 'services/renderer/src/process/realm.ts',
}

/** Maps bundle names to entry points. */
function processes() {
  return {
    main: 'platform/src/main.ts',
    migrate: 'platform/src/migrate/main.ts',
    seed: 'platform/src/demo/main.ts',
    import: 'platform/src/import/main.ts',
    reports: 'platform/src/reports/main.ts',
    events: 'platform/src/events/main.ts',
    release: 'platform/src/release/main.ts',
    tokens: 'platform/src/tokens/main.ts',
    secrets: 'platform/src/credentials/main.ts',
    gateway: 'gateway/src/main.ts',
    ...Object.fromEntries(services().map((name) => [name, `services/${name}/src/main.ts`])),
  }
}

function services() {
  return readdirSync(join(ROOT, 'services')).filter((name) => existsSync(join(ROOT, 'services', name, 'src/main.ts')))
}

/**
 * Bundles every process into platform/dist. Workspace packages are inlined, nearly all npm packages stay external.
 * @returns {Promise<string[]>} the files written
 */
export async function bundle() {
  const { build } = await import('esbuild')
  await rm(OUT, { recursive: true, force: true })
  const results = await Promise.all([
    build({ ...bundling(OUT), entryPoints: { ...processes(), ...THREADS }, splitting: true, metafile: true }),
    build({ ...bundling(OUT), entryPoints: ALONE, metafile: true }),
  ])
  return results.flatMap(({ metafile }) => Object.keys(metafile.outputs))
}

/**
 * @param {string} outdir
 * @returns {import('esbuild').BuildOptions}
 */
export function bundling(outdir) {
  return {
    absWorkingDir: ROOT,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Keeps the maps small; the sources are on disk.
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [externalPackages(outdir)],
  }
}

/** @param {string} outdir @returns {import('esbuild').Plugin} */
function externalPackages(outdir) {
  return {
    name: 'external-packages',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^[^./]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || isInlined(path) || pluginData === OURS) return undefined
        if (!hasOwnCopy(path, importer)) return { path, external: true }
        const found = await resolve(path, { kind, resolveDir, pluginData: OURS })
        return { path: `./${relative(outdir, found.path)}`, namespace: 'own-copy', external: true }
      })
    },
  }
}

/** @param {string} path */
function isInlined(path) {
  return INLINED.some((start) => path.startsWith(start))
}

/**
 * platform/dist resolves packages from the root node_modules. If npm nested another version in a workspace, that import
 * has to point to the nested copy.
 * @param {string} path
 * @param {string} importer
 */
function hasOwnCopy(path, importer) {
  const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/')
  const [, workspace] = importer.slice(ROOT.length).match(/^((?:packages|services)\/[^/]+|gateway|platform)\//) ?? []
  return workspace !== undefined && existsSync(join(ROOT, workspace, 'node_modules', name))
}
