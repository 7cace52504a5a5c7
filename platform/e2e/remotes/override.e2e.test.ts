import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createToken } from '@aangan/registry/deploy/tokens'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ROOT } from '../../bin/lib/root.js'
import { runScript } from '../../src/testing/site-process.ts'
import { goTo, useRemotesSite } from './visits.ts'

/** Compiling takes long on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

const WEB_KIT = join(ROOT, 'packages/web-kit')
const RSPACK = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js')

const site = useRemotesSite({})

/** The fixture remote of the site, served from a copy. */
async function serveFixture() {
  const dir = await mkdtemp(join(WEB_KIT, 'build/fixture-'))
  await cp(join(WEB_KIT, 'build/fixture'), dir, { recursive: true, filter: (path) => basename(path) !== 'dist' })
  const { child, output, ended } = runScript(RSPACK, { args: ['serve'], cwd: dir, env: { NO_COLOR: '1' } })
  const stop = async () => {
    child.kill()
    await ended
  }
  onTestFinished(async () => {
    await stop()
    await rm(dir, { recursive: true })
  })
  await expect.poll(() => output.stdout, { timeout: 60_000 }).toContain('compiled')
  const [origin = ''] = output.stdout.match(/http:\/\/127[.\d]+:\d+/) ?? []
  const edit = async (file: string, from: string, to: string) => {
    const text = await readFile(join(dir, file), 'utf8')
    await writeFile(join(dir, file), text.replace(from, to))
  }
  return { dir, origin, stop, edit }
}

async function aangan(args: string[], cwd: string): Promise<string> {
  const facts = { name: 'fixture', label: 'Fixture team', createdBy: 'operator' }
  const { token } = await createToken(site.releasesDir(), facts)
  const env = { AANGAN_SITE: site.url(), AANGAN_TOKEN: token }
  const { ended, output } = runScript(join(WEB_KIT, 'deploy/cli.js'), { args, cwd, env })
  expect([await ended, output.stderr]).toEqual([0, ''])
  return output.stdout
}

it('a team tries its remote on the site: only in its browser, with each change, until one click', async () => {
  const { dir, origin, stop, edit } = await serveFixture()
  await edit('src/late/late.tsx', 'Late is here', 'Late is local')
  const printed = await aangan(['override', '--origin', origin], dir)
  const [url = ''] = printed.match(/http\S+\/r\/override\/\S+/) ?? []
  const visitor = await site.visitor()
  visitor.expectProblem(/^asked another host: http:\/\/127|^console/)
  const { page } = visitor
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const banner = page.getByRole('complementary', { name: 'Local version' })

  await page.goto(url)
  await expect.poll(() => page.getByRole('definition').allTextContents()).toContain(origin)
  await page.getByRole('button', { name: 'Use it in this browser' }).click()
  await banner.getByText(`You see fixture from ${origin} in this browser only`).waitFor()
  await page.goto('/fixture/late')
  await heading('Late is local').waitFor()
  await goTo(page, '/fixture')
  await banner.waitFor()

  await page.goto('/fixture/late')
  await heading('Late is local').waitFor()
  await edit('src/late/late.tsx', 'Late is local', 'Late is changed')
  await heading('Late is changed').waitFor()

  const other = await site.visitor()
  await other.page.goto('/fixture/late')
  await other.page.getByRole('heading', { name: 'Late is here', level: 1 }).waitFor()
  expect(await other.page.getByRole('complementary', { name: 'Local version' }).count()).toBe(0)
  expect(await other.close()).toEqual([])

  await stop()
  await page.reload()
  await banner.getByText(`You see the released fixture, not that of ${origin}`).waitFor()
  await heading('Late is here').waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Reset')
  await page.keyboard.press('Enter')
  await banner.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/fixture/late')
  await heading('Late is here').waitFor()
  expect((await visitor.close()).filter((problem) => problem.startsWith('violates'))).toEqual([])
})
