import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runQuietly } from '../../bin/lib/command.js'
import { ROOT } from '../../bin/lib/root.js'
import { startNpmRegistry } from '../../src/testing/npm-registry.ts'
import { runScript } from '../../src/testing/site-process.ts'
import { useOwnSite } from '../site.ts'
import { openVisitor } from '../visitor.ts'

/** Installing, compiling and building take long on a busy machine. */
vi.setConfig({ testTimeout: 400_000, hookTimeout: 300_000 })

const site = useOwnSite()

/** What another team's compiler must refuse, and what it must accept. */
const USES = `
import { Offer } from '@aangan/remote/offer'
import type { RemoteContext } from '@aangan/remote/context'

export function use({ changes, live$ }: RemoteContext) {
  changes.announce({ type: 'guides.read', id: '1' })
  // @ts-expect-error: it has no count.
  changes.announce({ type: 'guides.read', count: 1 })
  live$.subscribe((event) => event.type === 'guides.published' && event.data.id)
  // @ts-expect-error: nobody has declared it.
  live$.subscribe((event) => event.type === 'guides.lost')
}
export const right = <Offer slot="guides.related" props={{ city: 'Pune' }} />
// @ts-expect-error: it needs a city.
export const wrong = <Offer slot="guides.related" props={{}} />
`

/** Prints what a compiler finds in the sources and in the declarations that are packed here, not in those of others. */
const CHECK_OURS = `
import ts from 'typescript'
const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
const program = ts.createProgram(fileNames, { ...options, skipLibCheck: false })
const ours = program.getSourceFiles().filter(({ fileName }) => !/node_modules\\/(?!@aangan\\/)/.test(fileName))
const found = ours.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
const place = { getCanonicalFileName: String, getCurrentDirectory: () => '.', getNewLine: () => '\\n' }
console.log(ts.formatDiagnostics([...program.getOptionsDiagnostics(), ...found], place))
console.log(ours.filter(({ fileName }) => fileName.includes('node_modules')).length + ' declarations')
`

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'first-remote-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Runs commands of a shell, with npm offline: it installs what this repository has installed. */
async function openShell(folder: string) {
  const registry = await startNpmRegistry()
  onTestFinished(() => registry.stop())
  const variables = {
    AANGAN: ROOT,
    AANGAN_SITE: site.url(),
    RELEASES_DIR: join(site.dataDir(), 'releases'),
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, '.npm'),
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  }
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  return (commands: string) => runQuietly('env', [...settings, 'sh', '-ec', commands], { cwd: folder })
}

/** Runs `rspack serve`; resolves with its address after the first compilation. */
async function serve(cwd: string): Promise<string> {
  const rspack = join(cwd, 'node_modules/@rspack/cli/bin/rspack.js')
  const { child, output, ended } = runScript(rspack, {
    args: ['serve', '--host', '127.0.0.1'],
    cwd,
    env: { AANGAN_SITE: site.url(), NO_COLOR: '1' },
  })
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  await expect.poll(() => output.stdout).toContain('compiled')
  const [url = ''] = output.stdout.match(/http:\/\/127[.\d]+:\d+/) ?? []
  return url
}

it('docs/your-first-remote.md leads from an empty folder to a page and an offer on a running site', async () => {
  const guide = await readFile(join(ROOT, 'docs/your-first-remote.md'), 'utf8')
  const commands = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block)
  const folder = await emptyFolder()
  const run = await openShell(folder)
  expect(await run(commands.join('\n'))).toMatch(/mfe-guides .* is live/)

  await writeFile(join(folder, 'guides/src/uses.tsx'), USES)
  await writeFile(join(folder, 'guides/check.mjs'), CHECK_OURS)
  expect((await run('cd guides && node check.mjs')).trim()).toMatch(/^[1-9]\d+ declarations$/)

  const visitor = await site.visit('/guides')
  await visitor.page.getByRole('heading', { name: 'Guides', level: 1 }).waitFor()
  await visitor.page.goto(`/${await site.anyListing()}`)
  await visitor.page.getByRole('region', { name: 'More', exact: true }).waitFor()

  const local = await serve(join(folder, 'guides'))
  const developer = await openVisitor(site.browser(), local)
  await developer.page.goto('/guides')
  await developer.page.getByRole('heading', { name: 'Guides', level: 1 }).waitFor()
  await developer.page.getByRole('heading', { name: 'New homes' }).waitFor()
  const page = join(folder, 'guides/src/start/start.tsx')
  await writeFile(page, (await readFile(page, 'utf8')).replace('New homes', 'Newest homes'))
  await developer.page.getByRole('heading', { name: 'Newest homes' }).waitFor()
  expect(await developer.close()).toEqual([])

  // `aangan deploy` runs the same script.
  await writeFile(page, (await readFile(page, 'utf8')).replace('Newest homes', '{window.name}'))
  await expect(run('cd guides && npm run build')).rejects.toThrow('window is not defined')

  // Its own pages sign in, those of others do not.
  expect(await signIn(local, local)).toBe(401)
  expect(await signIn(local, 'http://other.example')).toBe(403)
})

async function signIn(url: string, origin: string): Promise<number> {
  const headers = { origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'nobody', password: 'not a password' })
  return (await fetch(`${url}/auth/login`, { method: 'POST', headers, body })).status
}
