import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run, testFolder } from '../testing/site-process.ts'

let folder: Awaited<ReturnType<typeof testFolder>>

beforeEach(async () => {
  folder = await testFolder()
})
afterEach(() => folder.remove())

async function check(rows: string[], args: string[] = []) {
  const file = join(folder.path, 'homes.csv')
  await writeFile(file, rows.join('\n'))
  const dataDir = join(folder.path, 'nothing')
  const { ended, output } = run('import', { DATA_DIR: dataDir }, [file, '--check', ...args])
  return { code: await ended, ...output, isWritten: existsSync(dataDir) }
}

it('--check reports what an import would do, and writes nothing', async () => {
  const { code, stdout, stderr, isWritten } = await check(
    [
      'Property Type,PriceInLakhs,City,BHK,Bath,Area_SqFt,Facing,',
      'Flat,45,Pune,2,2,900,East,x',
      'Flat,45,Pune,2,2,900,East,x',
      'Villa,on request,Pune,3,3,900,East,x',
      'Villa,call us,Pune,3,3,900,East,x',
      'Flat,60,Pune,2,2,large,,x',
    ],
    ['--set', 'type=buy'],
  )
  expect({ code, stderr, isWritten }).toEqual({ code: 0, stderr: '', isWritten: false })
  expect(stdout.split('\n').slice(1)).toEqual([
    'Columns: Property Type as property, PriceInLakhs as price (1 is 1,00,000 rupees), City as city, BHK as bedroom, Bath as bathroom, Area_SqFt as size.',
    'Where the file does not say: type buy.',
    'Not used: Facing, (column 8, no heading).',
    'The first rows:',
    '  line 2: 2 BHK apartment in Pune · apartment to buy · ₹45 Lac · 2 bed · 2 bath · 900 sq ft · Pune · Pune · 18.52, 73.855 (approximate)',
    '  line 3: refused: the row is a duplicate of line 2',
    '  line 4: refused: the price "on request" is not an amount such as 4500000 or "45 lakh"',
    '  line 5: refused: the price "call us" is not an amount such as 4500000 or "45 lakh"',
    '  line 6: 2 BHK apartment in Pune · apartment to buy · ₹60 Lac · 2 bed · 2 bath · Pune · Pune · 18.52, 73.855 (approximate)',
    '5 read: 2 listings, 3 refused.',
    'Refused:',
    '  2 × for example on line 4: the price "on request" is not an amount such as 4500000 or "45 lakh"',
    '  1 × the row is a duplicate of line 2 (on line 3)',
    'Left out of their listings, which are taken:',
    '  1 × the size "large" is not a size such as 1200 or "110 sqm" (on line 6)',
    '2 without coordinates: shown at the middle of their locality or city, marked as approximate.',
    '',
  ])
})

it.each([
  ['type=lend', '--set type=lend: "lend" is no type. Allowed: buy, rent, or a word for one, such as resale or lease.'],
  ['property=x', '--set property=x: "x" is no property. Allowed: apartment, house, condo, land'],
  ['furnishing=some', 'Allowed: furnished, semi-furnished, unfurnished'],
  ['bedroom=many', 'Allowed: a number such as 2'],
  ['prize=5', '--set prize=5: unknown field "prize". Allowed: type, property'],
  ['type', '--set type has no value'],
  ['ty\u200bpe', '--set "ty\\u{200b}pe" has no value'],
  ['type=le\u200bnd', '"le\\u{200b}nd" is no type.'],
])('refuses --set %s', async (pair, reason) => {
  const { code, stderr } = await check(['City,Price', 'Pune,5'], ['--set', pair])
  expect(code).toBe(1)
  expect(stderr).toContain(reason)
})
