import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { NavEntry, RemoteManifest, RemoteRoute } from '@aangan/contracts/manifest'
import { findManifestProblem } from '@aangan/contracts/manifest-check'
import { addressName, SERVICE_NAMES } from '@aangan/contracts/services'
import { expect, it } from 'vitest'
import { runQuietly } from '../bin/lib/command.js'
import { ROOT } from '../bin/lib/root.js'

const read = (file: string) => readFile(join(ROOT, 'docs', file), 'utf8')

it('docs/manifest.md has a valid example and every key', async () => {
  const text = await read('manifest.md')
  const [, example = ''] = text.match(/```json\n(.*?)```/s) ?? []
  expect(findManifestProblem(JSON.parse(example))).toBeNull()
  const keys = [RemoteManifest, RemoteRoute, NavEntry].flatMap(({ properties }) => Object.keys(properties))
  expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(text))).toEqual([])
})

it('docs/remote-api.md names only what @aangan/remote and @aangan/design export', async () => {
  const { resolve } = createRequire(import.meta.url)
  const paths = [...(await read('remote-api.md')).matchAll(/@aangan\/(?:remote|design)\/[\w.-]+/g)].map(
    ([path]) => path,
  )
  expect(paths.length).toBeGreaterThan(30)
  const isThere = (path: string) => {
    try {
      return resolve(path) !== ''
    } catch {
      return false
    }
  }
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})

it('docs/parts.md starts every part, each service at its address', async () => {
  const [, script = ''] = (await read('parts.md')).match(/```sh\n(.*?)```/s) ?? []
  const loops = script.slice(script.indexOf('# AUTH_URL'))
  const npm = 'npm() { case $2 in start:*) echo "$2 $(env | grep "_URL=.*:$PORT$")"; esac; }'
  const output = await runQuietly('sh', ['-c', `${npm}\n${loops}\nwait`])
  const started = output.split('\n').map((line) => line.replace(/(?<=:)4\d+$/, '').trim())
  const services = SERVICE_NAMES.map((name) => `start:${name} ${addressName(name)}=http://127.0.0.1:`)
  expect(started).toEqual(expect.arrayContaining([...services, 'start:gateway']))
  expect(started.filter((line) => line.startsWith('start:realtime'))).toHaveLength(2)
})

it("README's rooms have every service", async () => {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8')
  const folders = await readdir(join(ROOT, 'services'))
  expect(folders.filter((name) => !text.includes(`| [\`services/${name}\`](services/${name}) | `))).toEqual([])
})

it('docs/decisions/README.md lists every decision', async () => {
  const text = await read('decisions/README.md')
  const decisions = (await readdir(join(ROOT, 'docs/decisions'))).filter((name) => /^(?!000)\d{3}-/.test(name))
  expect(decisions.filter((name) => !text.includes(`[${name.slice(0, 3)}](${name})`))).toEqual([])
})

it('each situation of docs/situations.md has its test', async () => {
  const rows = [...(await read('situations.md')).matchAll(/^\| [^|]+ \| \[(.+)\]\(\.\.\/(.+)\) \|$/gm)]
  expect(rows.length).toBeGreaterThan(40)
  for (const [row, title = '', file = ''] of rows) {
    const text = await readFile(join(ROOT, file), 'utf8')
    expect(
      ["'", '"', '`'].some((quote) => text.includes(quote + title + quote)),
      row,
    ).toBe(true)
  }
})
