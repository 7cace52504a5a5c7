import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createToken } from '@aangan/registry/deploy/tokens'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ROOT } from '../../bin/lib/root.js'
import { runScript } from '../../src/testing/site-process.ts'
import { goTo, useRemotesSite } from './visits.ts'

/** Compiling takes long on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

const BUILD = join(ROOT, 'packages/build')
const RSPACK = join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js')

const site = useRemotesSite({ drafts: [{ name: 'plain', routes: [{ path: '/plain', title: 'Plain' }] }] })

/** The fixture remote of the site, served from a copy with this change. */
async function serveFixture(file: string, from: string, to: string) {
  const dir = await mkdtemp(join(BUILD, 'src/fixture-'))
  await cp(join(BUILD, 'src/fixture'), dir, { recursive: true, filter: (path) => basename(path) !== 'dist' })
  const edit = async (file: string, from: string, to: string) => {
    const text = await readFile(join(dir, file), 'utf8')
    await writeFile(join(dir, file), text.replaceAll(from, to))
  }
  await edit(file, from, to)
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
  return { dir, origin, stop, edit }
}

/** Runs `aangan override`, and accepts it in a new browser; returns that with its first page. */
async function override({ dir, origin }: { dir: string; origin: string }) {
  const facts = { name: 'fixture', label: 'Fixture team', createdBy: 'operator' }
  const { token } = await createToken(site.folders().releases, facts)
  const env = { AANGAN_SITE: site.url(), AANGAN_TOKEN: token }
  const args = ['override', '--origin', origin]
  const { ended, output } = runScript(join(BUILD, 'src/deploy/cli.js'), { args, cwd: dir, env })
  expect([await ended, output.stderr]).toEqual([0, ''])
  const [url = ''] = output.stdout.match(/http\S+\/r\/override\/\S+/) ?? []

  const visitor = await site.visitor()
  const { page } = visitor
  await page.goto(url)
  await expect.poll(() => page.getByRole('definition').allTextContents()).toContain(origin)
  await page.getByRole('button', { name: 'Use it in this browser' }).click()
  const banner = page.getByRole('complementary', { name: 'Local version' })
  await banner.waitFor()
  // Only a violated policy is a problem here.
  visitor.expectProblem(/^(?!violates)/)
  return { visitor, page, banner, heading: (name: string) => page.getByRole('heading', { name, level: 1 }) }
}

it('a team tries its remote on the site: only in its browser, with each change, until one click', async () => {
  const local = await serveFixture('src/late/late.tsx', 'Late is here', 'Late is local')
  const { visitor, page, banner, heading } = await override(local)
  await banner.getByText(`You see fixture from ${local.origin} in this browser only`).waitFor()
  await page.goto('/fixture/late')
  await heading('Late is local').waitFor()
  await goTo(page, '/fixture')
  await banner.waitFor()

  await page.goto('/fixture/late')
  await heading('Late is local').waitFor()
  await local.edit('src/late/late.tsx', 'Late is local', 'Late is changed')
  await heading('Late is changed').waitFor()

  const other = await site.visitor()
  await other.page.goto('/fixture/late')
  await other.page.getByRole('heading', { name: 'Late is here', level: 1 }).waitFor()
  expect(await other.page.getByRole('complementary', { name: 'Local version' }).count()).toBe(0)
  expect(await other.close()).toEqual([])

  await local.stop()
  await page.reload()
  await banner.getByText(`You see the released fixture, not that of ${local.origin}`).waitFor()
  await heading('Late is here').waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Reset')
  await page.keyboard.press('Enter')
  await banner.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/fixture/late')
  await heading('Late is here').waitFor()
  expect(await visitor.close()).toEqual([])
})

it('a local remote takes no route of another one', async () => {
  const local = await serveFixture('manifest.json', '/fixture/late', '/plain')
  const { visitor, page, banner, heading } = await override(local)
  await banner.getByText("It is refused, as a deploy would be: it claims /plain, which is plain's.").waitFor()
  await page.goto('/fixture/late')
  await heading('Late is here').waitFor()
  expect(await visitor.close()).toEqual([])
})
