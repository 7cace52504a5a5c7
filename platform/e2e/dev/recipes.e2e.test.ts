import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Post } from '@aangan/contracts/posts'
import { expect, it, vi } from 'vitest'
import { runQuietly } from '../../bin/lib/command.js'
import { ROOT } from '../../bin/lib/root.js'
import { type RunningSite, runScript, whenReady } from '../../src/testing/site-process.ts'
import { useBrowser, useStarted } from '../browser.ts'
import { expectForEveryone } from '../for-everyone.ts'
import { openVisitor } from '../visitor.ts'
import { copyProject, type ProjectCopy } from './project-copy.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 })

const browser = useBrowser()
/** Of the search's tests, those that take a filter alone or with another; none that reads remotes that were removed. */
const ABOUT_FILTERS = '^(?!.*(/posts/map|/similar|pages by|paging by|any filters|by price_|each situation))'
const LISTING = 'mfe-listings/src/listing/listing.tsx'
/** No recipe here changes them: building them would take as long as all else. */
const UNCHANGED = ['mfe-static', 'mfe-profile', 'mfe-chat']

/** Follows README's recipes, commits, clones, and starts the clone as README says. */
const site = useStarted(
  async () => {
    const project = await copyProject()
    await project.create('remote', 'guides')
    const ofService = await project.create('service', 'notes')
    await project.create('event', 'note.pinned', 'notes')
    await project.create('filter', 'minBathroom')
    await project.create('offer', 'listing.tips', 'guides')
    await project.edit(LISTING, (text) =>
      text.replace('<MoreHomes', '<Offer slot="listing.tips" props={{ listingId: post.id }} />\n<MoreHomes'),
    )
    const clone = await project.clone()
    await project.remove()
    // Fails where package-lock.json does not have what the package.json files ask for.
    await runQuietly('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit'], { cwd: clone.root })
    await clone.link()
    for (const remote of UNCHANGED) await rm(join(clone.root, remote), { recursive: true })
    return { clone, ofService, ...(await start(clone)) }
  },
  async ({ clone, stop }) => {
    expect(await stop()).toBe(0)
    await clone.remove()
  },
)

function start({ root }: ProjectCopy): Promise<RunningSite> {
  const env = { PORT: '0', DATA_DIR: join(root, 'data'), TILE_URL: 'none' }
  return whenReady(runScript('platform/bin/start.js', { cwd: root, env }))
}

async function get(path: string) {
  const answer = await fetch(site().url + path)
  const body: unknown = await answer.json()
  return { status: answer.status, total: Number(answer.headers.get('x-total-count')), body }
}

it('a new service answers, and changes eight files that were there', async () => {
  expect(await get('/notes')).toMatchObject({ status: 200, body: [] })
  const changed = site().ofService.filter((path) => existsSync(join(ROOT, path)) && path !== 'package-lock.json')
  expect(changed.sort()).toEqual([
    'README.md',
    'docker-compose.yml',
    'package.json',
    'packages/contracts/src/bus-access.ts',
    'packages/contracts/src/events.ts',
    'packages/contracts/src/services.ts',
    'platform/src/credentials/collections.ts',
    'platform/src/services.ts',
  ])
})

it('a new remote, offer and filter are on their pages', async () => {
  const { page, close } = await openVisitor(browser(), site().url)
  await page.goto('/guides')
  await page.getByRole('heading', { name: 'Guides', level: 1 }).waitFor()
  await page.getByRole('main').getByRole('listitem').nth(5).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Guides' }).first().waitFor()
  await expectForEveryone(page)

  const all = await get('/posts?limit=1')
  const found = await get('/posts?limit=1&minBathroom=3')
  expect(found.total).toBeGreaterThan(0)
  expect(found.total).toBeLessThan(all.total)
  await page.goto('/list?minBathroom=3')
  await page.getByText('At least 3 bathroom').waitFor()
  expect(await page.getByLabel('Min bathroom').inputValue()).toBe('3')

  const [{ id }] = all.body as [Post]
  await page.goto(`/${id}`)
  await page.getByRole('region', { name: 'Tips' }).waitFor()
  expect(await close()).toEqual([])
})

it('what was generated has tests that pass', async () => {
  const { root } = site().clone
  const tests = ['services/notes', 'mfe-guides', 'services/posts/src/posts-search.test.ts', 'platform/src/docs.test.ts']
  const output = await runQuietly(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...tests, '-t', ABOUT_FILTERS],
    { cwd: root },
  )
  for (const name of ['notes', 'note-pinned', 'start.screen', 'tips.screen', 'posts-search', 'docs'])
    expect(output).toContain(`${name}.test.ts`)
})
