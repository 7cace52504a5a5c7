import { describe, expect, test } from 'vitest'
import type { Filter, FindOptions } from '../store.ts'
import { collectionOf, type Loose, type NewStoreUrl } from './collection.ts'

const PLACES: Loose[] = [
  { _id: 'flat', city: 'Pune', price: 100, agent: { name: 'Asha', active: true }, tags: ['new', 'lift'] },
  { _id: 'house', city: 'Pune', price: 250, agent: { name: 'Ravi', active: false }, tags: [] },
  { _id: 'plot', city: 'Goa', price: null, tags: 'new', outbox: [{ id: 'e1' }, { id: 'e2' }] },
  { _id: 'shed', city: 'Agra', price: '180', note: '[1,2]', flag: true },
  { _id: 'villa', price: 1, note: [1, 2], flag: 1 },
]

const CASES: [name: string, filter: Filter<Loose>, ids: string[]][] = [
  ['nothing asked', {}, ['flat', 'house', 'plot', 'shed', 'villa']],
  ['equality', { city: 'Pune' }, ['flat', 'house']],
  ['two equalities', { city: 'Pune', price: 250 }, ['house']],
  ['$eq', { city: { $eq: 'Goa' } }, ['plot']],
  ['an _id', { _id: 'shed' }, ['shed']],
  ['a list of _ids', { _id: { $in: ['shed', 'nobody', 'flat'] } }, ['flat', 'shed']],
  ['a range of _ids', { _id: { $gt: 'house', $lt: 'villa' } }, ['plot', 'shed']],
  ['null finds what is missing too', { price: null }, ['plot']],
  ['null where the field is missing', { city: null }, ['villa']],
  ['$ne finds what is missing', { city: { $ne: 'Pune' } }, ['plot', 'shed', 'villa']],
  ['$ne null', { price: { $ne: null } }, ['flat', 'house', 'shed', 'villa']],
  ['$in', { city: { $in: ['Goa', 'Agra'] } }, ['plot', 'shed']],
  ['$in with one', { city: { $in: ['Goa'] } }, ['plot']],
  ['$in with nothing', { city: { $in: [] } }, []],
  ['$in with null', { city: { $in: ['Goa', null] } }, ['plot', 'villa']],
  ['$in of several types', { price: { $in: [1, '180', null] } }, ['plot', 'shed', 'villa']],
  ['a lower bound never meets text', { price: { $gt: 1 } }, ['flat', 'house']],
  ['an upper bound never meets null', { price: { $lte: 100 } }, ['flat', 'villa']],
  ['both bounds', { price: { $gte: 100, $lt: 250 } }, ['flat']],
  ['a bound of text never meets numbers', { price: { $gte: '1' } }, ['shed']],
  ['an upper bound of text', { price: { $lt: 'z' } }, ['shed']],
  ['$exists', { price: { $exists: true } }, ['flat', 'house', 'plot', 'shed', 'villa']],
  ['$exists false', { city: { $exists: false } }, ['villa']],
  ['a dotted path', { 'agent.name': 'Asha' }, ['flat']],
  ['a dotted path to nothing', { 'city.name': 'Pune' }, []],
  ['a dotted path that is missing', { 'agent.name': { $exists: false } }, ['plot', 'shed', 'villa']],
  ['true', { 'agent.active': true }, ['flat']],
  ['true is not 1', { flag: true }, ['shed']],
  ['1 is not true', { flag: 1 }, ['villa']],
  ['a bound on booleans and numbers', { flag: { $gte: 0 } }, ['villa']],
  ['an element of a list', { tags: 'new' }, ['flat', 'plot']],
  ['one of several elements', { tags: { $in: ['lift', 'pool'] } }, ['flat']],
  ['$ne means no element', { tags: { $ne: 'new' } }, ['house', 'shed', 'villa']],
  ['an empty list exists', { tags: { $exists: true } }, ['flat', 'house', 'plot']],
  ['a bound on elements', { note: { $gt: 1 } }, ['villa']],
  ['text that looks like a list', { note: '[1,2]' }, ['shed']],
  ['a field of objects in a list', { 'outbox.id': 'e2' }, ['plot']],
  ['a place in a list', { 'outbox.0.id': 'e2' }, []],
  ['a list of objects that is missing', { 'outbox.id': { $ne: 'e1' } }, ['flat', 'house', 'shed', 'villa']],
  ['undefined is no filter', { city: undefined, price: 100 }, ['flat']],
]

export function filterSuite(newUrl: NewStoreUrl): void {
  describe('filters', () => {
    test.for(CASES)('%s', async ([, filter, ids]) => {
      const places = await collectionOf(newUrl, PLACES)
      const found = await places.find(filter).toArray()
      expect(found.map(({ _id }) => _id).sort()).toEqual(ids)
      expect(await places.countDocuments(filter)).toBe(ids.length)
      expect([...ids, undefined]).toContain((await places.findOne(filter))?._id)
    })

    test('a nested document as operand compares its keys in order', async () => {
      const things = await collectionOf<Loose>(newUrl, [{ _id: 'a', at: { x: 1, y: 2 } }])
      expect(await things.countDocuments({ at: { x: 1, y: 2 } })).toBe(1)
      expect(await things.countDocuments({ at: { x: 1 } })).toBe(0)
    })

    test('a limit counts only matches inside lists', async () => {
      const mixed = Array.from({ length: 40 }, (_, n) => ({ _id: `m${n}`, items: [{ n: n % 4 }] }))
      const things = await collectionOf<Loose>(newUrl, mixed)
      expect(await things.find({ 'items.n': 3 }, { limit: 7 }).toArray()).toHaveLength(7)
      expect(await things.countDocuments({ 'items.n': 3 }, { limit: 8 })).toBe(8)
      expect(await things.countDocuments({ 'items.n': 3 }, { limit: 30 })).toBe(10)
    })
  })

  describe('results', () => {
    const ids = async (options: FindOptions) => {
      const places = await collectionOf(newUrl, PLACES)
      return (await places.find({}, options).toArray()).map(({ _id }) => _id)
    }

    test('sort: null and missing, then numbers, then text', async () => {
      expect(await ids({ sort: { price: 1, _id: 1 } })).toEqual(['plot', 'villa', 'flat', 'house', 'shed'])
      expect(await ids({ sort: { price: -1, _id: 1 } })).toEqual(['shed', 'house', 'flat', 'villa', 'plot'])
    })

    test('sort by two fields, by a dotted path, with a limit', async () => {
      expect(await ids({ sort: { city: -1, price: -1 } })).toEqual(['house', 'flat', 'plot', 'shed', 'villa'])
      expect(await ids({ sort: { 'agent.name': -1, _id: -1 }, limit: 3 })).toEqual(['house', 'flat', 'villa'])
    })

    test('limit 0 is none', async () => {
      expect(await ids({ limit: 0 })).toHaveLength(5)
    })

    test('projection keeps or omits fields', async () => {
      const places = await collectionOf(newUrl, PLACES)
      const one = (projection: Record<string, 0 | 1>) => places.findOne({ _id: 'flat' }, { projection })
      expect(await one({ city: 1, 'agent.name': 1 })).toEqual({ _id: 'flat', city: 'Pune', agent: { name: 'Asha' } })
      expect(await one({ city: 1, _id: 0 })).toEqual({ city: 'Pune' })
      expect(await one({ tags: 0, agent: 0, 'price.x': 0 })).toEqual({ _id: 'flat', city: 'Pune', price: 100 })
      expect(await one({ _id: 1 })).toEqual({ _id: 'flat' })
      expect(await one({ _id: 0, tags: 0, agent: 0 })).toEqual({ city: 'Pune', price: 100 })
    })

    test('a stream may be left early', async () => {
      const places = await collectionOf(newUrl, PLACES)
      const seen: string[] = []
      for await (const place of places.find({}, { sort: { _id: 1 } })) {
        seen.push(place._id)
        if (seen.length === 3) break
      }
      expect(seen).toEqual(['flat', 'house', 'plot'])
      expect(await places.countDocuments({})).toBe(5)
    })
  })
}
