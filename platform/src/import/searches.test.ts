import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cityKey } from '@aangan/contracts/cities'
import { foldName } from '@aangan/contracts/text/names'
import type { ListingDoc } from '@aangan/posts/listing'
import { usePosts } from '@aangan/posts/testing/start'
import { needs } from '@aangan/service-kit/testing/needs'
import { describe, expect, it } from 'vitest'
import { openRows } from './import.ts'
import { listingOf } from './listing-of.ts'
import { type Row, readRow } from './row.ts'
import { inspect } from './source-file.ts'

/** 40,000 real listings, which are not part of this repository. */
const REAL_FILE = fileURLToPath(new URL('../../../../shared/data/listings.csv', import.meta.url))
const ORIGIN = { owner: { id: 'f'.repeat(24), username: 'file', avatar: null }, now: new Date() }

type Test = (row: Row) => boolean

/** Some listings have the name of a city as their locality. */
const city =
  (name: string): Test =>
  (row) =>
    cityKey(row.city) === cityKey(name) || foldName(row.locality) === foldName(name)
const at =
  (name: string, ...more: Test[]): Test =>
  (row) =>
    foldName(row.locality) === foldName(name) && more.every((test) => test(row))
/** By the beginning of its name, or the name and what says which part of it. */
const like =
  (pattern: RegExp, ...more: Test[]): Test =>
  (row) =>
    pattern.test(row.locality) && more.every((test) => test(row))
const rent: Test = ({ type }) => type === 'rent'
const buy: Test = ({ type }) => type === 'buy'
const flat: Test = ({ property }) => property === 'apartment'
const house: Test = ({ property }) => property === 'house'
const condo: Test = ({ property }) => property === 'condo'
const land: Test = ({ property }) => property === 'land'
const rooms =
  (...counts: number[]): Test =>
  ({ bedroom }) =>
    counts.includes(bedroom)
const roomsFrom =
  (least: number): Test =>
  ({ bedroom }) =>
    bedroom >= least
const upTo =
  (price: number): Test =>
  (row) =>
    row.price <= price
const from =
  (price: number): Test =>
  (row) =>
    row.price >= price
const sqft =
  (least: number): Test =>
  ({ size }) =>
    size !== null && size >= least
const furnished =
  (wanted: Row['furnishing']): Test =>
  ({ furnishing }) =>
    furnishing === wanted
const never: Test = () => false

/** What is typed into one box, and what it should find. */
const SEARCHES: [typed: string, ...tests: Test[]][] = [
  ['Pune', city('Pune')],
  ['pune maharashtra', city('Pune')],
  ['Pune, Maharashtra, India', city('Pune')],
  ['Pune 411038', city('Pune')],
  ['Pune - 411 038', city('Pune')],
  ['411038', city('Pune')],
  ['560034', city('Bengaluru')],
  ['bangalore 560034', city('Bengaluru')],
  ['110017', city('Delhi')],
  ['Mumbai 400050', city('Mumbai')],
  ['201301', city('Noida')],
  ['2bhk in Pune', city('Pune'), rooms(2)],
  ['2 BHK Pune', city('Pune'), rooms(2)],
  ['pune 2bhk', city('Pune'), rooms(2)],
  ['2-bhk, pune', city('Pune'), rooms(2)],
  ['2 b.h.k. in poona', city('Pune'), rooms(2)],
  ['2-3 bhk mumbai', city('Mumbai'), rooms(2, 3)],
  ['2 or 3 bhk bombay', city('Mumbai'), rooms(2, 3)],
  ['4+ bhk gurgaon', city('gurgaon'), roomsFrom(4)],
  ['3 bhk and above in noida', city('Noida'), roomsFrom(3)],
  ['two bedroom flat kolkata', city('Kolkata'), rooms(2), flat],
  ['1rk delhi', city('Delhi'), rooms(1)],
  ['studio apartment mumbai', city('Mumbai'), rooms(1), flat],
  ['2 bhk kothrud under 30k', like(/^kothrud\b/i), rooms(2), rent, upTo(30_000)],
  ['2 bhk Pune under 30k', city('Pune'), rooms(2), rent, upTo(30_000)],
  ['flat for rent in Baner', like(/^baner\b/i, city('Pune')), rent, flat],
  ['flats on rent baner pune', like(/^baner\b/i, city('Pune')), rent, flat],
  ['Pune Baner flat rent', like(/^baner\b/i, city('Pune')), rent, flat],
  ['flat for rent in Wakad, Pune', like(/^wakad\b/i, city('Pune')), rent, flat],
  ['house for sale in bangalore', city('Bengaluru'), buy, house],
  ['independent house mysore', city('Mysuru'), house],
  ['villas in Goa', city('Goa'), house],
  ['3bhk villa between 50 lakh and 1 cr pune', city('Pune'), rooms(3), house, buy, from(5e6), upTo(1e7)],
  ['3bhk villa between 50 lakh and 1 cr hyderabad', never],
  ['builder floor in delhi', city('Delhi'), condo],
  ['plots in jaipur below 40 lacs', city('Jaipur'), land, upTo(4e6)],
  ['flats in jaipur below 40 lacs', city('Jaipur'), flat, buy, upTo(4e6)],
  ['jaipur 40-60 lakh', city('Jaipur'), buy, from(4e6), upTo(6e6)],
  ['jaipur 40 lakh to 60 lakh 3bhk', city('Jaipur'), buy, from(4e6), upTo(6e6), rooms(3)],
  ['chennai under 1 cr 20 lakh', city('Chennai'), buy, upTo(1.2e7)],
  ['chennai under 1.2cr', city('Chennai'), buy, upTo(1.2e7)],
  ['chennai upto Rs. 1,20,00,000/-', city('Chennai'), buy, upTo(1.2e7)],
  ['chennai above 2 crore', city('Chennai'), buy, from(2e7)],
  ['2 cr+ chennai', city('Chennai'), buy, from(2e7)],
  ['delhi rent 20k to 30k', city('Delhi'), rent, from(20_000), upTo(30_000)],
  ['delhi rent between 20000 and 30000', city('Delhi'), rent, from(20_000), upTo(30_000)],
  ['delhi min 20k max 30k', city('Delhi'), rent, from(20_000), upTo(30_000)],
  ['delhi 25,000 per month', city('Delhi'), rent, upTo(25_000)],
  ['delhi ₹25000 pm', city('Delhi'), rent, upTo(25_000)],
  ['max rent 3 lakh mumbai', city('Mumbai'), rent, upTo(300_000)],
  ['furnished flat for rent in mumbai', city('Mumbai'), rent, flat, furnished('furnished')],
  ['semi furnished 2bhk delhi', city('Delhi'), rooms(2), furnished('semi-furnished')],
  ['unfurnished 1 bhk delhi', city('Delhi'), rooms(1), furnished('unfurnished')],
  ['3bhk 1500 sqft noida', city('Noida'), rooms(3), sqft(1_500)],
  ['above 2,000 sq ft gurgaon', city('gurgaon'), sqft(2_000)],
  ['1 rk andheri west', at('Andheri West'), rooms(1)],
  ['Mumbai, Andheri West 2bhk', at('Andheri West', city('Mumbai')), rooms(2)],
  ['properties in indore', city('Indore')],
  ['homes in Lucknow, Uttar Pradesh', city('Lucknow')],
  ['looking for a 2 bhk flat in Nagpur please', city('Nagpur'), rooms(2), flat],
  ['pune mein 2bhk kiraye pe', city('Pune'), rooms(2), rent],
  ['पुणे में 2 बीएचके', city('Pune'), rooms(2)],
  ['2bhk new town kolkata', like(/^new town\b/i, city('Kolkata')), rooms(2)],
  ['3 bhk East of Kailash', like(/^east of kailash\b/i), rooms(3)],
  ['flat in RK Layout 2nd Stage', at('RK Layout 2nd Stage'), flat],
  ['3bhk india', rooms(3)],
  ['3bhk under 40 lakh', rooms(3), buy, upTo(4e6)],
  // The parts of a locality
  ['Dwarka', like(/^dwarka\b(?!.*expressway)|^sector.? ?\d+\w? dwarka$/i, city('Delhi'))],
  ['Thane', like(/^thane west$/i)],
  ['Navi Mumbai', never],
  ['Andheri', like(/^andheri\b/i)],
  // Short forms
  ['Andheri (W)', like(/^andheri \(?w(est)?\)?$/i)],
  ['BKC', at('Bandra Kurla Complex')],
  ['GK 1', like(/^(gk|greater kailash) (1|i)$/i)],
  ['sec 137 noida', like(/^sector[- ]137\b/i, city('Noida'))],
  ['2bhk ashok vihar ph 2', like(/^ashok vihar phase 2$/i), rooms(2)],
  // Words that say nothing that we know
  ['2bhk sea view Pune', city('Pune'), rooms(2)],
  ['shop for rent in Pune', city('Pune'), rent],
  ['under 30k under 25k Pune', city('Pune'), rent, upTo(30_000)],
  ['xyzzy', never],
]

describe('searches of 40,000 real listings', () => {
  const rows: Row[] = []
  const hasFile = existsSync(REAL_FILE)
  needs('real listings', hasFile ? { value: REAL_FILE } : { missing: `no file ${REAL_FILE}` })
  const service = usePosts(async () => ({ listings: await listings() }))

  async function listings() {
    const { layout, rows: cells } = await openRows(await inspect(REAL_FILE))
    const byId = new Map<string, ListingDoc>()
    for await (const { cells: row, problem } of cells) {
      const reading = problem === null ? readRow(row, layout) : null
      if (reading === null || !('value' in reading)) continue
      const listing = listingOf(reading.value, ORIGIN)
      if (!byId.has(listing._id)) rows.push(reading.value)
      byId.set(listing._id, listing)
    }
    return [...byId.values()]
  }

  it.each(SEARCHES)('%s', async (typed, ...tests) => {
    const answer = await service().get(`/posts?${new URLSearchParams({ city: typed, limit: '1' })}`)
    const expected = rows.filter((row) => tests.every((test) => test(row))).length
    expect(answer.headers['x-total-count'], String(answer.headers['content-location'])).toBe(String(expected))
  })
})
