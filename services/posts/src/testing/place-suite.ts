import type { Place } from '@aangan/contracts/posts'
import { describe, expect, test } from 'vitest'
import { newListing } from '../listing.ts'
import { facts } from './facts.ts'
import { useFilled } from './start.ts'

const HOMES: [city: string, address: string, count: number][] = [
  ['Mumbai', 'Andheri East, Mumbai', 4],
  ['Bombay', 'Andheri West, Bombay', 3],
  ['Mumbai', '7 Hill Road, Bandra West, Mumbai 400 050', 2],
  ['Pune', 'Kothrud, Pune', 5],
  ['Pune', 'KOTHRUD, Poona', 1],
  ['Pune', 'Koregaon Park, Pune', 2],
  ['Navi Mumbai', 'Kharghar, Navi Mumbai', 3],
  ['Bangalore', 'Whitefield, Bangalore', 4],
  ['Chennai', 'Whitefield, Madras', 1],
  ['Chennai', 'T. Nagar, Chennai', 1],
  ['Jaipur', 'Jaipur', 2],
  // Filed under a wrong city, or with its state.
  ['Whitefield', 'Main Road, Whitefield', 1],
  ['Pune, Maharashtra', 'Baner, Pune, Maharashtra 411045', 1],
]

/** Places by their common names, on the store at `storeUrl`. */
export function describePlaces(storeUrl: () => Promise<string | undefined>): void {
  describe('GET /posts/places', () => {
    const listings = HOMES.flatMap(([city, address, count], home) =>
      Array.from({ length: count }, (_, at) => {
        const id = `${home}`.padStart(12, '0') + `${at}`.padStart(12, '0')
        const now = new Date(Date.UTC(2026, 0, 1, home, at))
        return newListing(facts({ city, address }), { id, owner: 'f'.repeat(24), now })
      }),
    )
    const { service } = useFilled(storeUrl, listings)

    async function placesFor(query: string): Promise<Place[]> {
      const answer = await service().get(`/posts/places?${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    }

    test.each([
      ['q=pune', ['Pune']],
      ['q=PUNE', ['Pune']],
      ['q=%20pu%20', ['Pune']],
      ['q=mum', ['Mumbai', 'Navi Mumbai']],
      ['q=navi%20mum', ['Navi Mumbai']],
      ['q=navimum', ['Navi Mumbai']],
      ['q=and', ['Andheri East, Mumbai', 'Andheri West, Mumbai']],
      ['q=andheri%20w', ['Andheri West, Mumbai']],
      ['q=west', ['Andheri West, Mumbai', 'Bandra West, Mumbai']],
      ['q=ko', ['Kothrud, Pune', 'Koregaon Park, Pune']],
      ['q=kothrud,%20pu', ['Kothrud, Pune']],
      ['q=kothrud%20poona', ['Kothrud, Pune']],
      ['q=whitefield', ['Whitefield, Bengaluru', 'Whitefield', 'Whitefield, Chennai']],
      ['q=t.%20nagar', ['T. Nagar, Chennai']],
      ['q=K%C5%8Dthr%C5%ABd', ['Kothrud, Pune']],
      ['q=mumbay', ['Mumbai']],
      ['q=kohtrud', ['Kothrud, Pune']],
      ['q=whitefeld', ['Whitefield, Bengaluru', 'Whitefield', 'Whitefield, Chennai']],
      ['q=kothrood', ['Kothrud, Pune']],
      ['q=banglaore', ['Bengaluru']],
      ['q=bangalroe', ['Bengaluru']],
      ['q=mumbaai', ['Mumbai']],
      ['q=bombey', ['Mumbai']],
      ['q=kohtrud,%20pune', ['Kothrud, Pune']],
      ['q=whitefield%20banglaore', ['Whitefield, Bengaluru']],
      ['q=whtefeild', ['Whitefield, Bengaluru', 'Whitefield', 'Whitefield, Chennai']],
      ['q=xyz', []],
      ['q=---', []],
      ['q=%25', []],
      ['q=ko&limit=1', ['Kothrud, Pune']],
      ['limit=3', ['Mumbai', 'Pune', 'Bengaluru']],
      ['q=&limit=1', ['Mumbai']],
    ])('%s finds %j, the likeliest first', async (query, expected) => {
      expect((await placesFor(query)).map(({ place }) => place)).toEqual(expected)
    })

    test('returns the alias that was typed', async () => {
      expect(await placesFor('q=poon')).toEqual([
        { place: 'Pune', city: 'Pune', locality: null, count: 9, alias: 'Poona' },
      ])
      expect((await placesFor('q=bombay'))[0]).toMatchObject({ place: 'Mumbai', alias: 'Bombay', count: 9 })
      expect((await placesFor('q=bangal'))[0]).toMatchObject({ place: 'Bengaluru', alias: 'Bangalore' })
    })

    test.each([
      ['ಬೆಂಗ', 'Bengaluru', 'ಬೆಂಗಳೂರು'],
      ['बेंगलू', 'Bengaluru', 'बेंगलुरु'],
      ['சென்', 'Chennai', 'சென்னை'],
      ['बेंगलरु', 'Bengaluru', 'बेंगलुरु'],
      ['banglaore', 'Bengaluru', 'Bangalore'],
    ])('%s suggests %s by the name in its script, %s', async (q, place, alias) => {
      expect(await placesFor(`q=${encodeURIComponent(q)}`)).toMatchObject([{ place, alias }])
    })

    test('the spellings of a locality share one name and one count', async () => {
      expect(await placesFor('q=kothrud')).toEqual([
        { place: 'Kothrud, Pune', city: 'Pune', locality: 'Kothrud', count: 6, alias: null },
      ])
    })

    test.each([
      ['Pune', 9],
      ['poona', 9],
      ['Kothrud, Pune', 6],
      ['kothrud,Poona', 6],
      ['Pune, Maharashtra', 9],
      ['Pune, India', 9],
      ['Kothrud, Pune, Maharashtra', 6],
      ['Baner, Pune', 1],
      ['Baner, Pune, Maharashtra', 1],
      ['Whitefield', 6],
      ['Whitefield, Bangalore', 4],
      ['white field', 6],
      ['बेंगलूरु', 4],
      ['ಬೆಂಗಳೂರು', 4],
      ['Whitefield, ಬೆಂಗಳೂರು', 4],
      ['Mumbaai', 9],
      ['T. Nagar', 1],
      ['kothrud pune', 6],
      ['pune kothrud', 6],
      ['Kothrud Poona, Maharashtra', 6],
      ['kharghar navi mumbai', 3],
      ['white field bangalore', 4],
      ['Andheri', 7],
      ['Andheri, Mumbai', 7],
      ['andheri west', 3],
      ['andh', 0],
      ['West', 0],
      ['Nowhere', 0],
      ['Pune Maharashtra', 9],
      ['Pune Maharashtra India', 9],
      ['India', 30],
      ['Pune Kothrud', 6],
      ['Mumbai, Andheri West', 3],
      // PIN codes: of the data, then by their first digits.
      ['400050', 2],
      ['Mumbai 400 050', 2],
      ['Bandra West - 400050', 2],
      ['Baner Pune 411045', 1],
      ['411045', 1],
      ['411038', 9],
      ['Pune-411038', 9],
      ['560034', 4],
      ['999999', 0],
    ])('a search in %s finds %i', async (city, count) => {
      const answer = await service().get(`/posts?${new URLSearchParams({ city })}`)
      expect(answer.headers['x-total-count']).toBe(String(count))
      expect(answer.json()).toHaveLength(count)
    })

    test.each([
      ['xyzzy pune', 9, 'pune', 'xyzzy'],
      ['sea view in kothrud, pune', 6, 'Kothrud, Pune', 'sea view'],
      ['pune sea view kothrud', 6, 'Kothrud, Pune', 'sea view'],
      ['Nowhere, Pune', 9, 'Pune', 'Nowhere'],
      ['Hill, Mumbai', 9, 'Mumbai', 'Hill'],
      ['sea view Andheri', 7, 'Andheri, Mumbai', 'sea view'],
      // Not of that city: its homes are not the ones meant, but the city is.
      ['Kothrud, Jaipur', 2, 'Jaipur', 'Kothrud'],
      ['kothrud jaipur', 2, 'jaipur', 'kothrud'],
      ['under 30k under 25k jaipur', 0, 'jaipur', 'under 25k'],
      ['flat or house in Pune', 9, 'Pune', 'house'],
      ['above 2 crore under 1 crore Pune', 9, 'Pune', 'above 2 crore under 1 crore'],
      // PIN codes that no home states
      ['411038', 9, 'Pune', '411038'],
      ['Pune-411038', 9, 'Pune', '411038'],
      ['Pune 560034', 9, 'Pune', '560034'],
      ['2bhk sea view', 30, null, 'sea view'],
      ['2bhk wihtefield', 30, null, 'wihtefield'],
    ])('%s finds the %i homes without the words that mean nothing', async (city, count, place, leftOut) => {
      const { headers } = await service().get(`/posts?${new URLSearchParams({ city })}`)
      const meant = new URLSearchParams(String(headers['content-location']).split('?')[1])
      expect([headers['x-total-count'], meant.get('city'), decodeURIComponent(String(headers['x-left-out']))]).toEqual([
        String(count),
        place,
        leftOut,
      ])
    })

    test.each(['xyzzy', 'Nowhere', 'Wihtefield', 'Gurgaon', '2bhk Gurgaon'])(
      'keeps all words of %s, of which no others are understood, or which are a city without homes',
      async (city) => {
        const { headers } = await service().get(`/posts?${new URLSearchParams({ city })}`)
        expect([headers['x-total-count'], headers['x-left-out']]).toEqual(['0', undefined])
      },
    )

    test.each([
      ['2bhk flat in koth', ['2bhk flat in Kothrud, Pune']],
      [
        'homes to rent near andh',
        ['homes to rent near Andheri East, Mumbai', 'homes to rent near Andheri West, Mumbai'],
      ],
      ['2bhk in Banglaore', ['2bhk in Bengaluru']],
      ['2bhk xyzzy', []],
      ['2bhk', []],
      [`2bhk ${'abcdefgh '.repeat(9)} pune`, []],
      [`2bhk near ${'the '.repeat(20)} koth`, []],
    ])('completes the place in %s', async (q, expected) => {
      const found = await placesFor(String(new URLSearchParams({ q })))
      expect(found.map(({ place }) => place)).toEqual(expected)
      for (const { place, count } of found) {
        const { headers } = await service().get(`/posts?${new URLSearchParams({ city: place })}`)
        expect(headers['x-total-count']).toBe(String(count))
      }
    })

    test.each(['q=a&q=b', `q=${'x'.repeat(101)}`, 'limit=0', 'limit=51', 'q[$ne]=x', 'q=%00', 'q=%ff', '__proto__=x'])(
      '%s is refused with a reason',
      async (query) => {
        const answer = await service().get(`/posts/places?${query}`)
        expect(answer.statusCode).toBe(400)
        expect(answer.json()).toMatchObject({ message: expect.stringMatching(/.{10}/) })
      },
    )
  })
}
