import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../src/testing/site-process.ts'
import { useWrittenSite } from './site.ts'

const HEADER = 'type;property;asking price;city;locality;bhk;bath;size;lat;lng'

const site = useWrittenSite()

async function importRows(rows: string[], args: string[] = []) {
  const file = join(site.dataDir(), 'udupi.csv')
  await writeFile(file, [HEADER, ...rows].join('\n'))
  const { ended, output } = run('import', { DATA_DIR: site.dataDir() }, [file, ...args])
  return { code: await ended, ...output }
}

it('a running site shows imported listings, once, and the import reports refused rows', async () => {
  const rows = [
    'buy;flat;45 Lac;Udupi;Manipal;2 BHK;2;110 sqm;13.3525;74.7928',
    'rent;villa;on request;Udupi;Malpe;3;2;;13.3496;74.7038',
  ]
  const first = await importRows(rows, ['--owner', 'coastal.homes'])
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('2 read, 1 added, 0 already there, 1 refused')
  expect(first.stdout).toContain('udupi.csv.refused.csv')

  const { page } = await site.visit('/list?city=Udupi')
  const card = page.getByRole('article')
  await card.getByText('2 BHK apartment in Manipal, Udupi').waitFor()
  await card.getByText('$ 4,500,000').waitFor()
  await card.getByRole('link').first().click()
  await page.getByText('coastal.homes').first().waitFor()

  expect((await importRows(rows)).stdout).toContain('2 read, 0 added, 1 already there, 1 refused')
  await page.goto('/list?city=Udupi')
  await page.getByText('2 BHK apartment in Manipal, Udupi').first().waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
})

it('explains in one line why a file cannot be imported', async () => {
  const { ended, output } = run('import', { DATA_DIR: site.dataDir() }, ['none.csv'])
  expect(await ended).toBe(1)
  expect(output.stderr).toMatch(/^import: File .*none\.csv does not exist\.\n$/)
  const wrong = await importRows([], ['--map', 'cost=price'])
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr).toContain('the file has no column "cost". Its columns: type, property, asking price')
})
