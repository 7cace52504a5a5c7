import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { applyDefaults } from '@aangan/build/defaults'
import type { Release, RemoteManifest } from '@aangan/contracts/manifest'
import { PAGE_MODULE } from '@aangan/contracts/routes'
import { type Compiler, type Configuration, type PathData, rspack, type Stats } from '@rspack/core'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** The version of all its releases. */
export const ONE_APP = 'one-app'

/** What says which screens there are: their imports become part of the first script. */
const SCREENS = /[\\/](routes\.tsx|one-app[\\/]remotes\.ts)$/

/**
 * Builds shell and remotes as ONE rspack app, laid out as releases, so that the same registry renders the same page:
 * preload tags, first data and compressed files included. Only federation is missing. Chunks of a remote's screens are
 * written to that remote's folder, which the page's preload tags point to.
 * @param isOneScript whether all screens are in the first script, as in an application that is not split by routes
 */
export async function buildOneApp(releasesDir: string, { isOneScript = false } = {}): Promise<void> {
  const manifests = await readManifests()
  const config = configure(releasesDir, ownersOf(manifests))
  if (isOneScript) config.module = { rules: [{ test: SCREENS, parser: { dynamicImportMode: 'eager' } }] }
  const stats = await compile(config)
  const chunks = stats.toJson({ all: false, chunks: true }).chunks ?? []
  const files = new Map(chunks.map((chunk) => [chunk.names?.[0] ?? '', [...(chunk.files ?? [])]]))
  const shell = files.get('shell') ?? []
  await writeRelease(releasesDir, 'shell', { '.': shell })
  for (const manifest of manifests) {
    const screens = manifest.routes.flatMap(({ preload = [] }) => preload)
    const exposes = Object.fromEntries(screens.map((screen) => [screen, files.get(basename(screen)) ?? []]))
    await writeRelease(
      releasesDir,
      manifest.name,
      { [PAGE_MODULE]: files.get(manifest.name) ?? [], ...exposes },
      manifest,
    )
  }
}

async function readManifests(): Promise<RemoteManifest[]> {
  const names = (await readdir(ROOT)).filter((name) => name.startsWith('mfe-'))
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(ROOT, name, 'manifest.json'), 'utf8')) as RemoteManifest),
  )
}

function ownersOf(manifests: RemoteManifest[]): Map<string, string> {
  return new Map(
    manifests.flatMap(({ name, routes }) => [
      [name, name] as const,
      ...routes.flatMap(({ preload = [] }) => preload.map((screen) => [basename(screen), name] as const)),
    ]),
  )
}

function configure(releasesDir: string, owners: Map<string, string>): Configuration {
  const nameWith = (ending: string) => (data: PathData) => {
    const name = typeof data.chunk?.name === 'string' ? data.chunk.name : 'shared'
    return `${owners.get(name) ?? 'shell'}/${ONE_APP}/[name].[contenthash:8].${ending}`
  }
  return {
    context: join(ROOT, 'shell'),
    entry: { shell: './src/entry.ts' },
    output: {
      path: releasesDir,
      clean: false,
      publicPath: '/r/',
      filename: nameWith('js'),
      chunkFilename: nameWith('js'),
      cssFilename: nameWith('css'),
      cssChunkFilename: nameWith('css'),
      assetModuleFilename: `shell/${ONE_APP}/[name].[contenthash:8][ext]`,
    },
    devtool: false,
    plugins: [
      { apply: (compiler: Compiler) => applyDefaults(compiler, { name: 'shell' }) },
      new rspack.NormalModuleReplacementPlugin(/federation\/remotes\.ts$/, join(import.meta.dirname, 'remotes.ts')),
    ],
  }
}

async function compile(config: Configuration): Promise<Stats> {
  const compiler: Compiler = rspack(config)
  const stats = await promisify<Stats | undefined>((done) => compiler.run(done))()
  await promisify<void>((done) => compiler.close((error) => done(error ?? null)))()
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only') ?? 'rspack returned no stats')
  return stats
}

async function writeRelease(
  releasesDir: string,
  name: string,
  chunks: Record<string, string[]>,
  manifest?: RemoteManifest,
): Promise<void> {
  const prefix = `${name}/${ONE_APP}/`
  const folder = join(releasesDir, prefix)
  await mkdir(folder, { recursive: true })
  const own = (files: string[], ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => file.slice(prefix.length))
  const exposes = Object.fromEntries(
    Object.entries(chunks).map(([module, files]) => [module, { js: own(files, '.js'), css: own(files, '.css') }]),
  )
  const files = await describe(folder)
  const release: Release = {
    name,
    version: ONE_APP,
    // The page preloads a remote's entry; here the entry is its chunk, so nothing is fetched twice.
    entry: exposes[PAGE_MODULE]?.js[0] ?? exposes['.']?.js[0] ?? '',
    container: name,
    exposes,
    preload: Object.keys(files).filter((file) => /inter-latin.*\.woff2$/.test(file)),
    files,
    ...(manifest ? { manifest } : {}),
  }
  await writeFile(join(folder, 'release.json'), JSON.stringify(release))
  await writeFile(join(releasesDir, name, 'channels.json'), JSON.stringify({ stable: ONE_APP }))
}

/**
 * Returns size and integrity of a release's files, and writes compressed copies next to them, as the real build does.
 */
async function describe(folder: string): Promise<Release['files']> {
  const files: Release['files'] = {}
  for (const file of (await readdir(folder)).filter((name) => !/\.(br|gz|json)$/.test(name))) {
    const content = await readFile(join(folder, file))
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    const packed = /\.(js|css|svg)$/.test(file)
    if (packed) {
      await writeFile(join(folder, `${file}.br`), await promisify(brotliCompress)(content, { params }))
      await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
    }
    const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`
    files[file] = { bytes: content.length, integrity }
  }
  return files
}
