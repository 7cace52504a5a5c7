import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../../src/testing/site-process.ts'
import { useWrittenSite } from '../site.ts'
import { listingsOf } from './listing.ts'

const site = useWrittenSite()
/** No other test's homes are there. */
const CITY = 'Jaipur'
const { listings, firstOf } = listingsOf(site)

it('a moderator sees a report and takes the home down, whose page then suggests similar homes', async () => {
  const post = await firstOf(`city=${CITY}`)
  const visitor = await site.visit(`/${post.id}`)
  const { page } = visitor
  await page.getByRole('button', { name: 'Report this listing' }).click()
  const form = page.getByRole('dialog', { name: 'Report this listing' })
  await form.getByRole('radio', { name: 'It looks like fraud' }).check()
  await form.getByRole('textbox').fill('Asks for money first')
  await form.getByRole('button', { name: 'Send the report' }).click()
  await page
    .getByRole('status')
    .getByText(/thank you/i)
    .waitFor()

  const reports = run('reports', { DATA_DIR: site.dataDir() })
  expect(await reports.ended).toBe(0)
  expect(reports.output.stdout).toContain(`/${post.id}  ${post.title}`)
  expect(reports.output.stdout).toContain('Asks for money first')

  await takeDown(post.id)
  visitor.expectProblem(/404|410/)
  await page.goto(`/${post.id}`)
  await page.getByRole('heading', { name: 'This home was taken down', level: 1 }).waitFor()
  await page.getByRole('link', { name: `Search similar homes in ${CITY}` }).click()
  await page.waitForURL(`**/list?type=${post.type}&city=${CITY}&property=${post.property}`)
})

it('importing the same file again does not restore a home that was taken down', async () => {
  const file = join(site.dataDir(), 'taken-down.csv')
  const header = 'title,type,property,price,city,bedroom,bathroom,latitude,longitude'
  const rows = ['A home to remove,buy,house,4500000', 'Another home,buy,house,4600000']
  await writeFile(file, [header, ...rows.map((row) => `${row},${CITY},2,2,26.9,75.8`)].join('\n'))
  const importOnce = async () => {
    const { ended, output } = run('import', { DATA_DIR: site.dataDir() }, [file])
    expect(await ended, output.stderr).toBe(0)
  }
  const titles = async () => (await listings(`city=${CITY}&limit=500`)).map(({ title }) => title)
  await importOnce()
  const home = (await listings(`city=${CITY}&limit=500`)).find(({ title }) => title === 'A home to remove')
  await takeDown(home?.id ?? '')
  await importOnce()
  expect(await titles()).toContain('Another home')
  expect(await titles()).not.toContain('A home to remove')
})

async function takeDown(id: string): Promise<void> {
  const { ended, output } = run('reports', { DATA_DIR: site.dataDir() }, ['--take-down', id])
  expect(await ended, output.stderr).toBe(0)
}
