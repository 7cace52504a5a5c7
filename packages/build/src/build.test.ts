import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileFunction } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { CONTRACT } from '@aangan/contracts/contract'
import { Release } from '@aangan/contracts/manifest'
import { rspack } from '@rspack/core'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildWeb, isFresh, readConfig } from './build.js'
import { copyProject } from './testing/project.ts'
import { sourceVersion } from './version.js'

const FIXTURE = fileURLToPath(new URL('fixture', import.meta.url))
const BUILD_DEADLINE_MS = 60_000
/** Holds all that a server renders. */
const SERVER = 'fixture.server.js'
const TWO_BUILDS = { timeout: BUILD_DEADLINE_MS }

let dir: string

/** Copies the fixture remote next to the original, so that its packages resolve, or into another copy of the packages. */
async function copyFixture(build = import.meta.dirname): Promise<string> {
  const copy = await mkdtemp(join(build, 'fixture-'))
  await cp(FIXTURE, copy, { recursive: true, filter: (path) => !path.endsWith('dist') })
  return copy
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  const path = join(dir, file)
  await writeFile(path, edit(await readFile(path, 'utf8')))
}

beforeAll(async () => {
  dir = await copyFixture()
  await buildWeb([dir])
}, BUILD_DEADLINE_MS)

afterAll(() => rm(dir, { recursive: true }))

async function readDist(file: string): Promise<Buffer> {
  return readFile(join(dir, 'dist', file))
}

async function release(): Promise<Release> {
  return JSON.parse((await readDist('release.json')).toString())
}

describe('a build', () => {
  it('describes itself according to the contract', async () => {
    const description = await release()
    expect([...Value.Errors(Release, description)]).toEqual([])
    const needs = { contract: CONTRACT, react: '^19.3.1' }
    expect(description).toMatchObject({ name: 'fixture', version: sourceVersion(dir), ...needs })
    expect(description.container).toMatch(/^fixture_1_2_3_[0-9a-f]{10}$/)
    expect(description.files).toHaveProperty([description.entry])
  })

  it('lists the scripts and styles of each module', async () => {
    const { exposes } = await release()
    for (const name of ['remote', 'late']) {
      expect(exposes[`./${name}`]).toEqual({
        js: [expect.stringMatching(new RegExp(`^${name}\\.[0-9a-f]{8}\\.js$`))],
        css: [expect.stringMatching(new RegExp(`^${name}\\.[0-9a-f]{8}\\.css$`))],
      })
    }
  })

  it('lists the hash and the compressed size of every file', async () => {
    for (const [file, { bytes, integrity }] of Object.entries((await release()).files)) {
      const content = await readDist(file)
      expect(integrity).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`)
      const sent = await stat(join(dir, 'dist', `${file}.br`)).catch(() => ({ size: content.length }))
      expect(bytes).toBe(sent.size)
    }
  })

  it('writes two compressed versions next to each larger text file', async () => {
    const { entry } = await release()
    const content = await readDist(entry)
    expect(brotliDecompressSync(await readDist(`${entry}.br`))).toEqual(content)
    expect(gunzipSync(await readDist(`${entry}.gz`))).toEqual(content)
  })

  it('shares react with the shell, and prefixes styles with the name of the remote', async () => {
    const { exposes } = await release()
    const code = (await readDist(exposes['./remote']?.js[0] ?? '')).toString()
    expect(code).not.toMatch(/react\.element|__SECRET_INTERNALS|useInsertionEffect:function/)
    const css = (await readDist(exposes['./late']?.css[0] ?? '')).toString()
    expect(css).toMatch(/^\.fixture-tall-[\w-]+\{--own:1;/)
    expect(css).toMatch(/url\(mark\.[0-9a-f]{8}\.svg\)/)
  })

  it('has browsers compile its scripts as they arrive', async () => {
    const { files } = await release()
    for (const file of Object.keys(files).filter((name) => /(?<!\.server)\.js$/.test(name))) {
      expect((await readDist(file)).toString().split('\n')[0], file).toBe('//# allFunctionsCalledOnLoad')
      // Nothing is mapped to the first line.
      expect(JSON.parse((await readDist(`${file}.map`)).toString()).mappings, file).toMatch(/^;/)
    }
  })

  it('works under a strict content security policy', async () => {
    const { files } = await release()
    for (const file of Object.keys(files).filter((name) => name.endsWith('.js'))) {
      expect((await readDist(file)).toString()).not.toMatch(/\beval\(|new Function\(|createElement\("style"\)/)
    }
  })
})

describe('a version', () => {
  it('is the same for the same sources in any folder', async () => {
    const other = await copyFixture()
    expect(sourceVersion(other)).toBe(sourceVersion(dir))
    await rm(other, { recursive: true })
  })

  it('ignores tests, and changes with the sources', async () => {
    const version = sourceVersion(dir)
    await writeFile(join(dir, 'src/remote.test.ts'), '')
    expect(sourceVersion(dir)).toBe(version)
    await change('src/breakable.tsx', (text) => text.replace('Fixture is here', 'Fixture was here'))
    expect(sourceVersion(dir)).not.toBe(version)
    expect(isFresh(dir)).toBe(false)
    await change('src/breakable.tsx', (text) => text.replace('Fixture was here', 'Fixture is here'))
    expect(isFresh(dir)).toBe(true)
  })
})

describe('a build elsewhere', () => {
  it(
    'is the same to the byte',
    async () => {
      const elsewhere = await copyProject(join(dir, 'dist'))
      onTestFinished(() => rm(elsewhere, { recursive: true }))
      const other = await copyFixture(join(elsewhere, 'packages/build/src'))
      await buildWeb([other])
      const files = await readdir(join(dir, 'dist'))
      expect(await readdir(join(other, 'dist'))).toEqual(files)
      for (const file of files)
        expect((await readFile(join(other, 'dist', file))).equals(await readDist(file)), file).toBe(true)
    },
    BUILD_DEADLINE_MS,
  )
})

describe('the next release', () => {
  /** Files by name without hash, of the release as it is built, and as it is built after a change. */
  async function filesAround(file: string, edit: (text: string) => string): Promise<Record<'before' | 'after', Files>> {
    const next = await copyFixture()
    onTestFinished(() => rm(next, { recursive: true }))
    const path = join(next, file)
    await writeFile(path, edit(await readFile(path, 'utf8')))
    await buildWeb([next])
    const text = await readFile(join(next, 'dist/release.json'), 'utf8')
    return { before: byName(await release()), after: byName(JSON.parse(text)) }
  }

  type Files = Record<string, string>

  function byName({ files }: Release): Files {
    const each = Object.entries(files).map(([file, { integrity }]) => [
      file.replace(/\.\w{8}\./, '.'),
      file + integrity,
    ])
    return Object.fromEntries(each.sort())
  }

  function changed({ before, after }: Record<'before' | 'after', Files>): string[] {
    expect(Object.keys(after)).toEqual(Object.keys(before))
    return Object.keys(before).filter((name) => before[name] !== after[name])
  }

  it('has the same files, but for the entry and the chunk with the changed component', TWO_BUILDS, async () => {
    expect(await release()).toMatchObject({ hashedNames: true })
    const text = (source: string) => source.replace('Fixture is here', 'Fixture was here')
    expect(changed(await filesAround('src/breakable.tsx', text))).toEqual(['entry.js', SERVER, 'remote.js'])
  })

  it('has the same files also if a module was added, but for those that need it', TWO_BUILDS, async () => {
    const more = (source: string) =>
      `import { isOffline } from '@aangan/remote/is-offline'\nconsole.debug(isOffline())\n${source}`
    expect(changed(await filesAround('src/breakable.tsx', more))).toEqual(['entry.js', SERVER, 'remote.js'])
  })
})

describe('a build for development', () => {
  async function compile(devReleases: string) {
    const compiler = rspack(await readConfig(dir, { devReleases }))
    const stats = await promisify(compiler.run.bind(compiler))()
    await promisify(compiler.close.bind(compiler))()
    return stats?.toJson({ all: false, errors: true }).errors?.map(({ message }) => message)
  }

  it(
    'is published as it is compiled, and needs no looser policy either',
    async () => {
      const releases = join(dir, '.cache')
      await compile(releases)
      expect(await readFile(join(releases, 'fixture/channels.json'), 'utf8')).toBe('{"stable":"dev"}\n')
      const text = await readFile(join(releases, 'fixture/dev/release.json'), 'utf8')
      const { version, entry }: Release = JSON.parse(text)
      expect(version).toBe('dev')
      const code = await readFile(join(releases, 'fixture/dev', entry), 'utf8')
      expect(code).toContain('__REACT_DEVTOOLS_GLOBAL_HOOK__')
      expect(code).not.toMatch(/\beval\(/)
    },
    BUILD_DEADLINE_MS,
  )

  it(
    'keeps the files of the compilation before, for a page that is still loading',
    async () => {
      const folder = join(dir, '.cache/fixture/dev')
      const entryOf = async (): Promise<string> =>
        JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')).entry
      await compile(join(dir, '.cache'))
      const before = await entryOf()
      await change('src/breakable.tsx', (text) => text.replace('Fixture is here', 'Fixture was here'))
      await compile(join(dir, '.cache'))
      await change('src/breakable.tsx', (text) => text.replace('Fixture was here', 'Fixture is here'))
      expect(await entryOf()).not.toBe(before)
      expect(await readdir(folder)).toContain(before)
    },
    BUILD_DEADLINE_MS,
  )

  it(
    'names a screen to preload that there is not, and has no bound for what it takes',
    async () => {
      const before = await readFile(join(dir, 'manifest.json'), 'utf8')
      await change('manifest.json', (text) => text.replace('["./late"]', '["./lat"]').replace('25900', '1'))
      const errors = await compile(join(dir, '.cache'))
      expect(errors).toEqual([
        expect.stringContaining('/fixture/late needs ./lat, but the build produced no such chunk.'),
      ])
      await change('manifest.json', () => before)
    },
    BUILD_DEADLINE_MS,
  )
})

describe('building again', () => {
  it('does nothing when nothing changed', async () => {
    let asked = false
    expect(await buildWeb([dir], { onProgress: () => (asked = true) })).toEqual([])
    expect(asked).toBe(false)
  })

  it(
    'refuses what is over its budget, in one clear line, and keeps the last build',
    async () => {
      const before = await release()
      await change('manifest.json', (text) => text.replace(/"\/fixture\/late": \d+/, '"/fixture/late": 1000'))
      await expect(buildWeb([dir])).rejects.toThrow(
        /fixture is over its budget: \/fixture\/late takes \d{5} bytes \(brotli\), manifest\.json allows 1000\./,
      )
      expect(await release()).toEqual(before)
      await change('manifest.json', (text) => text.replace('"/fixture/late": 1000', '"/fixture/late": 26800'))
    },
    BUILD_DEADLINE_MS,
  )

  it(
    'says what is wrong in the sources',
    async () => {
      await change('src/breakable.tsx', (text) => `${text}\nimport './absent.ts'\n`)
      await expect(buildWeb([dir])).rejects.toThrow(/absent\.ts/)
    },
    BUILD_DEADLINE_MS,
  )
})

describe('a build whose styles are others than those for servers', () => {
  it('is refused, with the classes that would have none', TWO_BUILDS, async () => {
    const copy = await copyFixture()
    onTestFinished(() => rm(copy, { recursive: true }))
    await cp(join(copy, 'src/late/late.module.css'), join(copy, 'src/late/other.module.css'))
    const config = `import { RemotePlugin } from '@aangan/build/remote-plugin'
import { NormalModuleReplacementPlugin } from '@rspack/core'
const other = new NormalModuleReplacementPlugin(/late\\.module\\.css$/, './other.module.css')
export default { plugins: [new RemotePlugin(), { apply: (compiler) => other.apply(compiler) }] }`
    await writeFile(join(copy, 'rspack.config.js'), config)
    await expect(buildWeb([copy])).rejects.toThrow(
      /fixture: pages rendered on a server would have classes without styles: fixture-tall-[\w-]{6}$/m,
    )
  })
})

describe('a bundle for servers', () => {
  it('says for each page why a screen of it cannot be loaded', { timeout: BUILD_DEADLINE_MS }, async () => {
    const copy = await copyFixture()
    onTestFinished(() => rm(copy, { recursive: true }))
    const late = join(copy, 'src/late/late.tsx')
    await writeFile(late, `const width = window.innerWidth\n${await readFile(late, 'utf8')}\nconsole.debug(width)\n`)
    await buildWeb([copy])
    const { server = '' }: Release = JSON.parse(await readFile(join(copy, 'dist/release.json'), 'utf8'))
    const module = { exports: {} as { mount(page: object): Promise<string> } }
    const start = compileFunction(await readFile(join(copy, 'dist', server), 'utf8'), ['module', 'exports', 'require'])
    start(module, module.exports, createRequire(import.meta.url))
    const page = { url: '/fixture/late', site: {}, session: { status: 'visitor' }, first: [] }
    for (let pages = 0; pages < 2; pages++)
      await expect(module.exports.mount(page)).rejects.toThrow('window is not defined')
  })
})

describe('an invalid manifest', () => {
  const refused = (edit: (manifest: Record<string, unknown>) => object) =>
    change('manifest.json', (text) => JSON.stringify(edit(JSON.parse(text))))

  it('fails the build with the file name and the problem', async () => {
    const before = await readFile(join(dir, 'manifest.json'), 'utf8')
    await refused(({ routes, ...rest }) => ({ ...rest, rotues: routes }))
    const file = `${basename(dir)}/manifest.json`
    await expect(buildWeb([dir])).rejects.toThrow(`${file}: unknown key "rotues"; did you mean "routes"?`)
    await expect(readConfig(dir, { devReleases: join(dir, 'dist') })).rejects.toThrow(`${file}: unknown key "rotues"`)
    await change('manifest.json', () => '{"name": ')
    await expect(buildWeb([dir])).rejects.toThrow(`${file} is no JSON: `)
    await change('manifest.json', () => before)
  })
})
