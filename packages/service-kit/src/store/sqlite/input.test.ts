import { describe, expect, test } from 'vitest'
import { newSqliteUrl } from '../../testing/sqlite-url.ts'
import { openStore } from '../open.ts'
import type { Filter } from '../store.ts'
import { collectionOf, type Loose, openForTest } from '../suite/collection.ts'

class Money {
  amount = 1
}

const REFUSED = { name: 'StoreMisuseError', message: expect.stringMatching(/./) }
const fromJson = (text: string) => JSON.parse(text)

const FILTERS: [name: string, filter: Filter<Loose>][] = [
  ['$where', { $where: 'sleep(1000)' }],
  ['$or', { $or: [{ a: 1 }] }],
  ['an unknown operator on a field', { a: { $regex: '^x' } }],
  ['an operator among fields', { a: { $gt: 1, b: 2 } }],
  ['a prototype as field', fromJson('{"__proto__": {"$ne": 1}}')],
  ['a prototype on a path', { 'a.__proto__.b': 1 }],
  ['SQL in a field name', { "a') OR 1=1 --": 1 }],
  ['SQL in a path', { 'a.b"\') OR 1=1 --': 1 }],
  ['an empty part of a path', { 'a..b': 1 }],
  ['a NUL in a field name', { 'a\0': 1 }],
  ['$in without a list', { a: { $in: 'x' } }],
  ['$exists with a number', { a: { $exists: 1 } }],
  ['a bound that is a list', { a: { $gt: [1] } }],
  ['NaN', { a: Number.NaN }],
  ['a date', { a: { $lt: new Date() } }],
  ['a function', { a: () => true }],
]

const DOCUMENTS: [name: string, document: object][] = [
  ['no _id', { a: 1 }],
  ['a number as _id', { _id: 1 }],
  ['an empty _id', { _id: '' }],
  ['a NUL in the _id', { _id: 'a\0b' }],
  ['a date', { _id: 'a', at: new Date() }],
  ['NaN', { _id: 'a', n: [Number.NaN] }],
  ['infinity', { _id: 'a', n: { x: Number.POSITIVE_INFINITY } }],
  ['an instance of a class', { _id: 'a', money: new Money() }],
  ['a big integer', { _id: 'a', n: 1n }],
  ['a function', { _id: 'a', f: () => 1 }],
  ['a dot in a field name', { _id: 'a', 'b.c': 1 }],
  ['a dollar before a field name', { _id: 'a', deep: { $set: 1 } }],
  ['a prototype as field', fromJson('{"_id": "a", "__proto__": {"admin": true}}')],
  ['more than 100 levels', { _id: 'a', deep: fromJson(`${'['.repeat(120)}${']'.repeat(120)}`) }],
  ['more than 16 MB', { _id: 'a', text: 'x'.repeat(17 * 1024 * 1024) }],
]

const UPDATES: [name: string, update: object][] = [
  ['an update pipeline', [{ $set: { a: 1 } }]],
  ['a prototype on a path', { $set: { '__proto__.admin': true } }],
  ['a prototype as operator', fromJson('{"__proto__": {"a": 1}}')],
  ['the same field twice', { $set: { a: 1 }, $inc: { a: 1 } }],
  ['a field and a part of it', { $set: { a: {} }, $unset: { 'a.b': '' } }],
  ['an unknown modifier', { $push: { list: { $each: [1], $sort: 1 } } }],
  ['a date', { $set: { at: new Date() } }],
  ['an unknown operator in $pull', { $pull: { list: { $where: 'x' } } }],
]

describe('the store rejects', () => {
  test.for(FILTERS)('a filter with %s', async ([, filter]) => {
    const things = await collectionOf(newSqliteUrl)
    await expect(things.find(filter).toArray()).rejects.toMatchObject(REFUSED)
    await expect(things.deleteOne(filter)).rejects.toMatchObject(REFUSED)
  })

  test.for(DOCUMENTS)('a document with %s', async ([, document]) => {
    const things = await collectionOf(newSqliteUrl)
    await expect(things.insertOne(document as Loose)).rejects.toMatchObject(REFUSED)
    expect(await things.countDocuments({})).toBe(0)
  })

  test.for(UPDATES)('an update with %s', async ([, update]) => {
    const before = { _id: 'it', list: [1] }
    const things = await collectionOf<Loose>(newSqliteUrl, [before])
    await expect(things.updateOne({ _id: 'it' }, update)).rejects.toMatchObject(REFUSED)
    expect(await things.findOne({ _id: 'it' })).toEqual(before)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('an upsert that would have no _id', async () => {
    const things = await collectionOf(newSqliteUrl)
    await expect(things.updateOne({ a: 1 }, { $set: { b: 1 } }, { upsert: true })).rejects.toMatchObject(REFUSED)
  })

  test('invalid names, sorts, limits and projections', async () => {
    const store = await openForTest(await newSqliteUrl())
    const things = store.collection<Loose>('things')
    expect(() => store.collection('things"; DROP TABLE things; --')).toThrow(/cannot name a collection/)
    await expect(things.createIndexes([{ name: 'x"', key: { a: 1 } }])).rejects.toMatchObject(REFUSED)
    await expect(things.createIndexes([{ name: 'x', key: { "a')": 1 } }])).rejects.toMatchObject(REFUSED)
    await expect(things.find({}, { sort: { "a'": 1 } }).toArray()).rejects.toMatchObject(REFUSED)
    await expect(things.find({}, { limit: -1 }).toArray()).rejects.toMatchObject(REFUSED)
    await expect(things.find({}, { limit: 1.5 }).toArray()).rejects.toMatchObject(REFUSED)
    await expect(things.find({}, { projection: { a: 1, b: 0 } }).toArray()).rejects.toMatchObject(REFUSED)
    await expect(openStore('sqlite:/tmp', { name: '../x' })).rejects.toMatchObject(REFUSED)
  })

  test('an unknown store URL, and a folder that cannot be created', async () => {
    await expect(openStore('redis://user:secret@host', { name: 'posts' })).rejects.toThrow(/^((?!secret).)*$/)
    await expect(openStore('sqlite:', { name: 'posts' })).rejects.toThrow(/sqlite:DIR/)
    await expect(openStore('sqlite:/proc/none', { name: 'posts' })).rejects.toThrow(
      /Cannot open.*\/proc\/none\/posts.db/,
    )
  })
})
