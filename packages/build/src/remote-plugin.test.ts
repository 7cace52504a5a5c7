import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Release } from '@aangan/contracts/manifest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWeb } from './build.js'

const FIXTURE = fileURLToPath(new URL('fixture', import.meta.url))
const RSPACK = fileURLToPath(new URL('../bin/rspack.js', import.meta.resolve('@rspack/cli')))
const BUILD_DEADLINE_MS = 60_000

let dir: string

/** A remote whose team has its own settings. */
const CONFIG = `
import { RemotePlugin } from '@aangan/build/remote-plugin'
import { rspack } from '@rspack/core'

export default {
  entry: { own: './src/own.js' },
  output: { chunkFilename: 'chunks/[name].[contenthash:8].js' },
  resolve: { alias: { '#words': './words.txt' } },
  module: { rules: [{ test: /\\.txt$/, type: 'asset/source' }] },
  plugins: [new rspack.DefinePlugin({ __TEAM__: '"guides"' }), new RemotePlugin()],
}
`

beforeAll(async () => {
  dir = await mkdtemp(join(import.meta.dirname, 'fixture-'))
  await cp(FIXTURE, dir, { recursive: true, filter: (path) => basename(path) !== 'dist' })
})
afterAll(() => rm(dir, { recursive: true }))

async function build(): Promise<{ code: number; output: string }> {
  return promisify(execFile)(process.execPath, [RSPACK, 'build'], { cwd: dir })
    .then(({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }))
    .catch(({ code, stdout, stderr }) => ({ code, output: stdout + stderr }))
}

/** With the hash of every file. */
function readRelease(): Promise<string> {
  return readFile(join(dir, 'dist/release.json'), 'utf8')
}

it('builds the same with the command of rspack as with the whole site', { timeout: BUILD_DEADLINE_MS }, async () => {
  expect(await build()).toMatchObject({ code: 0 })
  const built = await readRelease()
  await rm(join(dir, 'dist'), { recursive: true })
  await buildWeb([dir])
  expect(await readRelease()).toBe(built)
})

it('says what is wrong with the manifest', { timeout: BUILD_DEADLINE_MS }, async () => {
  const manifest = await readFile(join(dir, 'manifest.json'), 'utf8')
  await writeFile(join(dir, 'manifest.json'), manifest.replace('"routes"', '"rotues"'))
  const { code, output } = await build()
  expect([code, output]).toEqual([2, expect.stringContaining('manifest.json: unknown key "rotues"; did you mean')])
  expect(output).not.toMatch(/^\s+at /m)
  await writeFile(join(dir, 'manifest.json'), manifest)
})

it('leaves the options, rules, aliases and plugins of a team as they are', { timeout: BUILD_DEADLINE_MS }, async () => {
  await writeFile(join(dir, 'rspack.config.js'), CONFIG)
  await writeFile(join(dir, 'src/words.txt'), 'own words')
  await writeFile(join(dir, 'src/own.js'), "import words from '#words'\nconsole.log(words, __TEAM__)\n")
  expect(await build()).toMatchObject({ code: 0 })
  const { files }: Release = JSON.parse(await readRelease())
  const own = Object.keys(files).find((name) => /^own\.\w{8}\.js$/.test(name)) ?? ''
  expect(await readFile(join(dir, 'dist', own), 'utf8')).toMatch(/own words.*guides/)
  expect(Object.keys(files)).toContainEqual(expect.stringMatching(/^chunks\/remote\.\w{8}\.js$/))
})
