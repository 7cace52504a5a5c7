import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readListing, type StoredListing } from '@aangan/posts/listing'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import { createPostStore, type PostStore } from '@aangan/posts/store'
import { openStore } from '@aangan/service-kit/store/open'
import type { Store } from '@aangan/service-kit/store/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { layoutOf } from './columns.ts'
import { type ImportOptions, importFile, type Outcome } from './import.ts'
import type { Mapping, Values } from './layout.ts'
import { keyOf, readRow } from './row.ts'
import { inspect } from './source-file.ts'

const HEADER = 'type,property,price,city,locality,bedroom,bathroom,size,latitude,longitude,furnishing'
const BROKEN_HEADER = HEADER.replace('price', '"Asking\nprice"')
const GOOD = 'rent,apartment,22000,Delhi,Kalkaji,1,1,400,28.545561,77.254349,Furnished'
const OTHER = 'buy,house,1.2 Cr,Pune,Baner,3 BHK,3,"1,800 sq ft",18.559,73.7868,'
const owner = { id: 'a'.repeat(24), username: 'imported', avatar: null }

let folder: string
let store: Store
let posts: PostStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  store = await openMigratedStore(`sqlite:${folder}`, { name: 'posts', migrations: POSTS_MIGRATIONS })
  posts = createPostStore(store)
})

afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

async function importBytes(content: string | Buffer, mapping: Mapping = {}): Promise<Outcome> {
  const file = join(folder, 'homes.csv')
  await writeFile(file, content)
  return await importPath(file, mapping)
}

async function importPath(file: string, mapping: Mapping = {}, changes: Partial<ImportOptions> = {}): Promise<Outcome> {
  const refusedFolder = join(folder, 'imports')
  const quiet = { onStart: () => undefined, onProgress: () => undefined, stopped: () => false }
  const ownerNow = async () => owner
  const now = () => new Date()
  const source = await inspect(file)
  return importFile({ source, mapping, set: {}, owner, ownerNow, posts, refusedFolder, now, ...quiet, ...changes })
}

function lines(...rows: string[]): string {
  return `${[HEADER, ...rows].join('\n')}\n`
}

async function listings() {
  const all = (await store.collection<StoredListing>('listings').find({}).toArray()).map(readListing)
  return all.sort((a, b) => a.price - b.price)
}

async function refusals({ refusedFile }: Outcome): Promise<string[]> {
  return refusedFile === null ? [] : (await readFile(refusedFile, 'utf8')).trimEnd().split('\n')
}

describe('a good file', () => {
  it('has the name that its owner has in the end', async () => {
    const file = join(folder, 'homes.csv')
    await writeFile(file, lines(GOOD, OTHER))
    const ownerNow = async () => ({ ...owner, username: 'renamed', rev: 2 })
    await importPath(file, {}, { ownerNow })
    expect((await listings()).map((one) => one.owner?.username)).toEqual(['renamed', 'renamed'])
  })

  it('adds listings with a title, a description and pictures', async () => {
    expect(await importBytes(lines(GOOD, OTHER))).toMatchObject({
      read: 2,
      added: 2,
      alreadyThere: 0,
      refused: 0,
      refusedFile: null,
    })
    const [flat, house] = await listings()
    expect(flat).toMatchObject({
      title: 'Furnished 1 BHK apartment in Kalkaji, Delhi',
      price: 22_000,
      size: 400,
      furnishing: 'furnished',
      userId: owner.id,
    })
    expect(house).toMatchObject({ title: '3 BHK house in Baner, Pune', price: 12_000_000, bedroom: 3, size: 1800 })
    expect(house?.desc).toMatch(/^<p>.*house.*3 bedrooms and 3 bathrooms.*1,800 square feet.*<\/p>$/i)
    expect(house?.desc).not.toContain('₹')
    expect(house?.images).toHaveLength(4)
  })

  it('names the city once', async () => {
    await importBytes(lines(OTHER.replace('Baner', '"Alandi Road, Pune"'), GOOD.replace('Kalkaji', '"Kalkaji, Okhla"')))
    expect((await listings()).map(({ address }) => address)).toEqual(['Kalkaji, Okhla, Delhi', 'Alandi Road, Pune'])
  })

  it('keeps a locality that is written beside its city', async () => {
    await importBytes(
      lines(OTHER.replace('Pune,Baner', '"Baner, Pune",'), GOOD.replace('Delhi,Kalkaji', '"Delhi, India",')),
    )
    expect((await listings()).map(({ city, address }) => [city, address])).toEqual([
      ['Delhi', 'Delhi'],
      ['Pune', 'Baner, Pune'],
    ])
  })

  it('adds nothing the second time', async () => {
    await importBytes(lines(GOOD, OTHER))
    expect(await importBytes(lines(OTHER, GOOD))).toMatchObject({ read: 2, added: 0, alreadyThere: 2, refused: 0 })
    expect(await listings()).toHaveLength(2)
  })

  it('adds nothing the second time, nor duplicates, while another import adds it too', async () => {
    const file = join(folder, 'homes.csv')
    await writeFile(file, lines(...Array.from({ length: 1_000 }, (_, n) => GOOD.replace('22000', String(22_000 + n)))))
    const other = await openStore(`sqlite:${folder}`, { name: 'posts' })
    const outcomes = await Promise.all([importPath(file), importPath(file, {}, { posts: createPostStore(other) })])
    await other.close()
    const sum = (name: 'added' | 'alreadyThere' | 'refused') => outcomes.reduce((all, one) => all + one[name], 0)
    expect([sum('added'), sum('alreadyThere'), sum('refused')]).toEqual([1_000, 1_000, 0])
  })

  it('does not add a removed listing again, and says so', async () => {
    await importBytes(lines(GOOD))
    await posts.remove((await listings())[0]?._id ?? '', new Date())
    const outcome = await importBytes(lines(GOOD, OTHER))
    expect(outcome).toMatchObject({ read: 2, added: 1, alreadyThere: 0, refused: 1 })
    expect((await refusals(outcome)).at(-1)).toContain('was removed from the site')
  })

  it.each([
    ['a byte order mark and CRLF', `\ufeff${lines(GOOD, OTHER).replaceAll('\n', '\r\n')}`],
    ['CR alone', lines(GOOD, OTHER).replaceAll('\n', '\r')],
    ['no last line end', lines(GOOD, OTHER).trimEnd()],
    ['empty lines between', lines(GOOD, '', ' ', OTHER)],
    ['semicolons', lines(GOOD, OTHER.replace('"1,800 sq ft"', '1800')).replaceAll(',', ';')],
    ['tabs', lines(GOOD, OTHER.replace('"1,800 sq ft"', '1800')).replaceAll(',', '\t')],
    ['the delimiter named above', `sep=;\n${lines(GOOD, OTHER.replace('"1,800 sq ft"', '1800')).replaceAll(',', ';')}`],
    [
      'other headings',
      lines(GOOD, OTHER).replace(
        HEADER,
        'Purpose,Property Type,Asking Price,CITY,Location,BHK,Baths,Area (sqft),Lat,Lng,Furnished',
      ),
    ],
    ['a line break in a heading', lines(GOOD, OTHER).replace(HEADER, BROKEN_HEADER)],
    [
      'a line break in a heading, and semicolons',
      lines(GOOD, OTHER.replace('"1,800 sq ft"', '1800')).replace(HEADER, BROKEN_HEADER).replaceAll(',', ';'),
    ],
    [
      'line breaks in its cells, and the delimiter named above',
      `sep=,\n${lines(GOOD, OTHER.replace('Baner', '"Baner\nPashan Link Road"')).replace(HEADER, BROKEN_HEADER)}`,
    ],
    ['a line break in a quoted cell', lines(GOOD, OTHER.replace('Baner', '"Baner\nPashan Link Road"'))],
  ])('may have %s', async (_, content) => {
    expect(await importBytes(content)).toMatchObject({ read: 2, added: 2, refused: 0 })
  })

  it('may have invisible characters in its cells', async () => {
    const cells = GOOD.split(',').map((cell) => `\u200e${cell}\u200b`)
    expect(await importBytes(lines(cells.join(',')))).toMatchObject({ added: 1, refused: 0 })
  })

  it('may use other column names', async () => {
    const content = lines(GOOD).replace('price', 'kimat').replace('city', 'shahar')
    await expect(importBytes(content)).rejects.toThrow(
      'no column for price, city. Columns found: type, property, kimat, shahar',
    )
    expect(await importBytes(content, { kimat: 'price', Shahar: 'city' })).toMatchObject({ added: 1 })
  })

  it('must have its headings in the first line, and says so', async () => {
    await expect(importBytes(`My homes${','.repeat(10)}\n${lines(GOOD)}`)).rejects.toThrow(
      'delete the lines above them',
    )
  })

  it('may have descriptions in HTML or in plain text', async () => {
    const [header, ...rows] = lines(GOOD, OTHER, OTHER.replace('1.2 Cr', '2 Cr')).trimEnd().split('\n')
    const texts = [
      '<div>Bright &amp; quiet</div><div onclick="x()">Lift</div>',
      '2 < 3 & <more>',
      'First <b>bold</b>\n\nSecond: 5 < 6',
    ]
    const content = [`${header},desc`, ...rows.map((row, at) => `${row},"${texts[at]?.replaceAll('"', '""')}"`)]
    expect(await importBytes(content.join('\n'))).toMatchObject({ added: 3 })
    expect((await listings()).map(({ desc }) => desc)).toEqual([
      'Bright &amp; quiet<br>Lift',
      '<p>2 &lt; 3 &amp; &lt;more&gt;</p>',
      '<p>First <b>bold</b></p><p>Second: 5 &lt; 6</p>',
    ])
  })

  it.each([
    ['\u200bprice\u00a0', 'price'],
    ['Asking\u200b\u00a0Price', 'asking  price'],
    ['Prix\ufeff', 'PRIX\u2060'],
    ['कि\u093cमत', 'कि\u093cमत\u200e'],
  ])('may have invisible characters in the heading %j, and in --map %j', async (heading, column) => {
    const content = `\ufeff${lines(GOOD).replace('price', heading)}`
    expect(await importBytes(content, { [column]: 'price\u200b' })).toMatchObject({ added: 1 })
  })

  it('may have rows of empty cells', async () => {
    const empty = ','.repeat(10)
    const outcome = await importBytes([empty, HEADER, GOOD, empty, '\u200b,\u00a0'.padEnd(12, ','), OTHER].join('\n'))
    expect(outcome).toMatchObject({ read: 2, added: 2, refused: 0 })
  })

  it('resumes after it was stopped', async () => {
    const many = lines(...Array.from({ length: 300 }, (_, index) => GOOD.replace('22000', String(22_000 + index))))
    const file = join(folder, 'many.csv')
    await writeFile(file, many)
    let rows = 0
    expect(await importPath(file, {}, { stopped: () => ++rows >= 100 })).toMatchObject({
      read: 100,
      added: 100,
      complete: false,
    })
    expect(await importPath(file)).toMatchObject({ read: 300, added: 200, alreadyThere: 100, complete: true })
  })
})

describe('a bad row', () => {
  it.each([
    ['a price that is no amount', GOOD.replace('22000', 'on request'), 'the price ""on request"" is not an amount'],
    ['an empty cell', GOOD.replace('Delhi', ''), 'the city is empty'],
    [
      'no place',
      GOOD.replace('28.545561', '128.5').replace('Delhi', 'Nowhere'),
      'not in India, and the centre of ""Nowhere""',
    ],
    [
      'no coordinates, nor a known city',
      GOOD.replace('28.545561,77.254349', ',').replace('Delhi', 'Nowhere'),
      'coordinates are missing',
    ],
    ['an unknown kind', GOOD.replace('apartment', 'castle'), 'the property ""castle"" is unknown'],
    ['a cell too many', `${GOOD},more`, 'the row has 12 cells but the header has 11'],
    ['a cell too few', GOOD.replace(',Furnished', ''), 'the row has 10 cells but the header has 11'],
    ['a quote that is never closed', GOOD.replace('Kalkaji', '"Kalkaji'), 'a quote is never closed'],
    ['a control character', GOOD.replace('Delhi', 'Del\u0000hi'), 'control character'],
  ])('with %s is written to the refused file and does not stop the import', async (_, bad, reason) => {
    const outcome = await importBytes(lines(bad, OTHER))
    expect(outcome).toMatchObject({ read: 2, added: 1, refused: 1 })
    const [header, row, ...more] = await refusals(outcome)
    expect(header).toBe(`refused_line,refused_reason,${HEADER}`)
    expect(row).toContain(reason)
    expect(row).toMatch(/^2,/)
    expect(row?.endsWith(bad)).toBe(true)
    expect(more).toEqual([])
  })

  it('is refused with all its reasons', async () => {
    const outcome = await importBytes(lines('lend,castle,0,,Kalkaji,0,1,400,0,0,maybe'))
    const [, row = ''] = await refusals(outcome)
    for (const word of ['type', 'property', 'price', 'city', 'bedroom']) expect(row).toContain(`the ${word}`)
  })

  it('is refused with its beginning if its line is too long', async () => {
    const long = `${GOOD},${'x'.repeat(3_000_000)}`
    const outcome = await importBytes(lines(long, OTHER))
    expect(outcome).toMatchObject({ read: 2, added: 1, refused: 1 })
    const [, row = ''] = await refusals(outcome)
    expect(row).toContain('longer than 1 MB, so that only its beginning is kept')
    expect(row).toContain(GOOD)
    expect(row.length).toBeLessThan(1_000)
  })

  it('is refused if it is not valid UTF-8', async () => {
    const bad = Buffer.from(lines(GOOD, OTHER).replace('Kalkaji', 'Kal\u00e9'), 'latin1')
    const outcome = await importBytes(bad)
    expect(outcome).toMatchObject({ added: 1, refused: 1 })
    expect((await refusals(outcome))[1]).toContain('not valid UTF-8')
  })

  it('is refused alone if its quote is never closed, whatever follows', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => GOOD.replace('22000', String(22_000 + index)))
    const long = OTHER.replace('Pune', 'x'.repeat(100_000))
    const broken = (row: string) => row.replace('Kalkaji', '"Kalkaji')
    const outcome = await importBytes(
      lines(broken(GOOD), ...rows.slice(0, 250), broken(GOOD), long, ...rows.slice(250)),
    )
    expect(outcome).toMatchObject({ read: 403, added: 400, refused: 3 })
    const [, first, second, third] = await refusals(outcome)
    expect([first, second]).toEqual([
      expect.stringMatching(/^2,"a quote is never closed"/),
      expect.stringMatching(/^253,"a quote is never closed"/),
    ])
    expect(third).toMatch(/^254,/)
  })

  it('is refused if it duplicates another row, in the same batch or an earlier one', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => GOOD.replace('22000', String(22_000 + index)))
    const outcome = await importBytes(lines(GOOD, GOOD.toUpperCase(), ...many))
    expect(outcome).toMatchObject({ read: 1202, added: 1200, alreadyThere: 0, refused: 2 })
    expect((await refusals(outcome))[1]).toContain('duplicate of line 2')
  })

  it('can be imported from the refused file once it is corrected', async () => {
    const { refusedFile } = await importBytes(lines(GOOD.replace('22000', 'unknown'), OTHER))
    const mended = join(folder, 'mended.csv')
    await writeFile(mended, (await readFile(String(refusedFile), 'utf8')).replace(',unknown,', ',22000,'))
    expect(await importPath(mended)).toMatchObject({ read: 1, added: 1, refused: 0 })
  })

  it('never overwrites the refused file of an earlier run', async () => {
    const first = await importBytes(lines(GOOD.replace('22000', '')))
    const second = await importBytes(lines(GOOD.replace('22000', 'x')))
    expect(second.refusedFile).not.toBe(first.refusedFile)
    expect(await refusals(first)).toHaveLength(2)
  })
})

describe('an optional cell that cannot be read', () => {
  it.each([
    ['size', GOOD.replace('400', 'large'), { size: null }],
    ['furnishing', GOOD.replace('Furnished', 'maybe'), { furnishing: null }],
    ['locality', GOOD.replace('Kalkaji', 'Kal\u0000kaji'), { address: 'Delhi' }],
    ['locality', GOOD.replace('Kalkaji', 'x'.repeat(400)), { address: 'Delhi' }],
    ['coordinates', GOOD.replace('28.545561', 'north'), { latitude: '28.652', approximate: true }],
    ['coordinates', GOOD.replace('28.545561', '128.5'), { latitude: '28.652', approximate: true }],
    ['coordinates', GOOD.replace('28.545561,77.254349', '0,0'), { latitude: '28.652', approximate: true }],
  ])('is left out and counted: %s', async (_, row, kept) => {
    const outcome = await importBytes(lines(row, OTHER))
    expect(outcome).toMatchObject({ added: 2, refused: 0, leftOut: [{ count: 1, line: 2 }] })
    expect((await listings())[0]).toMatchObject({ price: 22_000, ...kept })
  })

  it('is counted by reason', async () => {
    const rows = ['large', 'huge', '1200-1500'].map((size, at) =>
      GOOD.replace('400', size).replace('22000', `2200${at}`),
    )
    const { leftOut } = await importBytes(lines(...rows))
    expect(leftOut.map(({ count, line }) => ({ count, line }))).toEqual([
      { count: 2, line: 2 },
      { count: 1, line: 4 },
    ])
    expect(leftOut[0]?.reason).toContain('"large"')
  })
})

describe('what a file does not say', () => {
  const short = (...rows: string[]) => ['price,bhk,bath,location', ...rows].join('\n')
  const importSet = async (content: string, set: Values) => {
    const file = join(folder, 'homes.csv')
    await writeFile(file, content)
    return importPath(file, {}, { set })
  }

  it('is named, with an example', async () => {
    await expect(importBytes(short('45 Lac,2,2,Baner'))).rejects.toThrow(
      /no column for type, property, city\. .*such as --set type=rent\.$/,
    )
  })

  it('is taken from --set, but never against a cell', async () => {
    const set = { type: 'buy', property: 'flat', city: 'Mumbai', bathroom: '1', priceUnit: 'lakh' } as const
    const rows = ['45,2,,Thane', '60,2,3,"Kolshet Road, Thane"', '1 Cr,many,2,Powai']
    const outcome = await importSet(short(...rows), set)
    expect(outcome).toMatchObject({ added: 2, refused: 1, approximate: 2 })
    expect(await listings()).toMatchObject([
      { type: 'buy', price: 4_500_000, bathroom: 1, city: 'Mumbai', address: 'Thane, Mumbai' },
      { type: 'buy', price: 6_000_000, bathroom: 3, city: 'Thane', address: 'Kolshet Road, Thane' },
    ])
  })

  it('is the same home wherever the centre of its city is', () => {
    const layout = layoutOf(HEADER.split(','))
    const reading = readRow(GOOD.replace('28.545561,77.254349', ',').split(','), layout)
    if ('reason' in reading) throw new Error(reading.reason)
    const { value: row } = reading
    expect(row).toMatchObject({ latitude: 28.652, longitude: 77.231, approximate: true })
    expect(keyOf({ ...row, latitude: 28.7 })).toBe(keyOf(row))
    expect(keyOf({ ...row, approximate: false })).not.toBe(keyOf(row))
  })
})

describe('an unusable file', () => {
  it.each([
    ['empty', '', 'is empty'],
    ['a byte order mark alone', '\ufeff', 'is empty'],
    ['a spreadsheet', 'PK\u0003\u0004\u0000rest', 'spreadsheet'],
    ['JSON lines', Buffer.from('{"type":"rent","price":25000}\n'), 'is JSON'],
    ['a JSON array', Buffer.from('[\n  {"type": "rent"}]'), 'is JSON'],
    ['UTF-16', Buffer.from(`\ufeff${HEADER}`, 'utf16le'), 'not text in UTF-8'],
    ['without the columns', 'name,age\nA,1\n', 'no column for type, property, price'],
  ])('is refused: %s', async (_, content, reason) => {
    await expect(importBytes(content)).rejects.toThrow(reason)
  })

  it('is refused if it is missing or a folder', async () => {
    await expect(importPath(join(folder, 'none.csv'))).rejects.toThrow('does not exist')
    await expect(importPath(folder)).rejects.toThrow('is a folder')
  })

  it('is refused if the mapping names an unknown column or field', async () => {
    await expect(importBytes(lines(GOOD), { prize: 'price' })).rejects.toThrow(
      'no column "prize". Its columns: type, property',
    )
    await expect(importBytes(lines(GOOD), { price: 'prize' })).rejects.toThrow(
      'unknown field "prize". Allowed: type, property',
    )
    await expect(importBytes(lines(GOOD), { 'pri\u200bze': 'pri\u200bce\u2060' })).rejects.toThrow(
      '--map "pri\\u{200b}ze"="pri\\u{200b}ce\\u{2060}": the file has no column "pri\\u{200b}ze". Its columns: type,',
    )
    await expect(importBytes(lines(GOOD), { price: 'pri\u00a0ze' })).rejects.toThrow('unknown field "pri\\u{a0}ze"')
  })

  it('is refused with its headings as they are written', async () => {
    const content = 'pri\u200bze,prize,\u200b,City (all)\n1,2,3,4\n'
    await expect(importBytes(content)).rejects.toThrow(
      'Columns found: "pri\\u{200b}ze", prize, (column 3, no heading), City (all).',
    )
  })
})
