import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_REPORT_TEXT } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { run } from '../../src/testing/site-process.ts'
import { hasFocus } from '../focus.ts'
import { dragOut } from '../pointer.ts'
import { useOwnSite } from '../site.ts'
import { listingsOf } from './listing.ts'

const site = useOwnSite()
const { listings, firstOf, open } = listingsOf(site)

describe('reporting', () => {
  async function openForm(page: Page): Promise<Locator> {
    await page.getByRole('button', { name: 'Report this listing' }).click()
    const form = page.getByRole('dialog', { name: 'Report this listing' })
    await form.waitFor()
    return form
  }

  it('is kept for a moderator, who reads it with npm run reports', async () => {
    const { page, post } = await open()
    const form = await openForm(page)
    await form.getByRole('radio', { name: 'It looks like a fraud' }).check()
    await form.getByRole('textbox').fill('Asks for money first')
    await form.getByRole('button', { name: 'Send the report' }).click()
    await page
      .getByRole('status')
      .getByText(/thank you/i)
      .waitFor()
    await form.waitFor({ state: 'hidden' })
    expect(await hasFocus(page.getByRole('button', { name: 'Report this listing' }))).toBe(true)

    const reports = run('reports', { DATA_DIR: site.dataDir() })
    expect(await reports.ended).toBe(0)
    expect(reports.output.stdout).toContain(`/${post.id}  ${post.title}`)
    expect(reports.output.stdout).toContain('Asks for money first')
  })

  it('needs a reason, and takes at most 1,000 characters', async () => {
    const { page } = await open()
    const form = await openForm(page)
    await form.getByRole('button', { name: 'Send the report' }).click()
    await form.getByText('Choose what is wrong.').waitFor()
    expect(await hasFocus(form.getByRole('radio').first())).toBe(true)
    await form.getByRole('textbox').fill('x'.repeat(MAX_REPORT_TEXT + 50))
    expect((await form.getByRole('textbox').inputValue()).length).toBe(MAX_REPORT_TEXT)
  })

  it('keeps what was typed when it is closed', async () => {
    const { page } = await open()
    const form = await openForm(page)
    await form.getByRole('textbox').fill('Half a tho')
    await dragOut(page, form.getByRole('textbox'))
    expect(await form.isVisible()).toBe(true)
    await page.mouse.click(5, 5)
    await form.waitFor({ state: 'hidden' })
    await openForm(page)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    expect(await (await openForm(page)).getByRole('textbox').inputValue()).toBe('Half a tho')
  })
})

describe('a home that was taken down', () => {
  it('says so, and leads to others of the kind where it was seen before', async () => {
    const post = await firstOf('city=Pune')
    const visitor = await site.visit(`/${post.id}`)
    const { page } = visitor
    await page.getByRole('heading', { name: post.title, level: 1 }).waitFor()
    await takeDown(post.id)
    visitor.expectProblem(/404|410/)
    await page.goto(`/${post.id}`)
    await page.getByRole('heading', { name: 'This home was taken down', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Search similar homes in Pune' }).click()
    await page.waitForURL(`**/list?type=${post.type}&city=Pune&property=${post.property}`)
  })

  it('does not come back with a second import of the same file', async () => {
    const file = join(site.dataDir(), 'homes.csv')
    const header = 'title,type,property,price,city,bedroom,bathroom,latitude,longitude'
    const rows = ['A home to remove,buy,house,4500000', 'Another home,buy,house,4600000']
    await writeFile(file, [header, ...rows.map((row) => `${row},Pune,2,2,18.5,73.8`)].join('\n'))
    const importOnce = async () => {
      const { ended, output } = run('import', { DATA_DIR: site.dataDir() }, [file])
      expect(await ended, output.stderr).toBe(0)
    }
    const titles = async () => (await listings('city=Pune&limit=500')).map(({ title }) => title)
    await importOnce()
    const home = (await listings('city=Pune&limit=500')).find(({ title }) => title === 'A home to remove')
    await takeDown(home?.id ?? '')
    await importOnce()
    expect(await titles()).toContain('Another home')
    expect(await titles()).not.toContain('A home to remove')
  })

  async function takeDown(id: string): Promise<void> {
    const { ended, output } = run('reports', { DATA_DIR: site.dataDir() }, ['--take-down', id])
    expect(await ended, output.stderr).toBe(0)
  }
})

describe('reports beyond the limit of an address', () => {
  const strict = useOwnSite({ REPORT_LIMIT: '1' })

  it('are refused in words, and what was typed stays', async () => {
    const [post] = (await (await fetch(`${strict.url()}/posts?limit=1`)).json()) as Post[]
    const headers = { 'content-type': 'application/json' }
    const url = `${strict.url()}/posts/${post?.id}/reports`
    expect((await fetch(url, { method: 'POST', headers, body: '{"reason":"sold"}' })).status).toBe(201)

    const visitor = await strict.visit(`/${post?.id}`)
    visitor.expectProblem(/429/)
    const { page } = visitor
    await page.getByRole('button', { name: 'Report this listing' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('radio', { name: 'It is offensive' }).check()
    await form.getByRole('textbox').fill('Rude words')
    await form.getByRole('button', { name: 'Send the report' }).click()
    await form.getByRole('alert').getByText('Too many reports from your address: try again in 60 minutes').waitFor()
    expect(await form.getByRole('textbox').inputValue()).toBe('Rude words')
    expect(await form.getByRole('radio', { name: 'It is offensive' }).isChecked()).toBe(true)
  })
})
