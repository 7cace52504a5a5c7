import type { PostBody } from '@aangan/contracts/posts'
import type { PersonalStorage } from '@aangan/remote/personal-storage'
import { beforeEach, expect, it } from 'vitest'
import { type Attempt, forgetClientId, type StorageEntry, takeClientId } from './client-id.ts'

let items: Map<string, string>
beforeEach(() => {
  items = new Map()
})

const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, text: string) => void items.set(key, text),
  removeItem: (key: string) => void items.delete(key),
} as unknown as PersonalStorage
const entry: StorageEntry = { storage, key: 'add-draft:asha' }

const HOME = { title: 'Two rooms', address: 'Baner', city: 'Pune', price: 5_000_000 }
const OTHER = { title: 'A villa', address: 'Powai', city: 'Pune', price: 5_000_000 }

const own = new Map<string, Attempt>()
beforeEach(() => own.clear())

/** Sends from a form of its own, unless named, in a tab of its own. */
function take(clientId: string, postData: object, { tabId = clientId, form = clientId, where = entry } = {}): string {
  const taken = takeClientId(where, { clientId, tabId, body: { postData } as PostBody }, own.get(form) ?? null)
  own.set(form, taken)
  return taken.clientId
}

it('a home keeps its id, whatever is edited between attempts, and after a reload', () => {
  const title = 'Two large rooms'
  const edited = [{}, { price: 4_000_000 }, { title }, { title, address: 'Baner Road' }]
  const ids = edited.map((change, at) => take(`${at}`, { ...HOME, ...change }, { tabId: 'tab' }))
  expect(ids).toEqual(['0', '0', '0', '0'])
})

it.each([
  ['city', { ...HOME, city: 'Mumbai' }],
  ['title and address', OTHER],
])('a home with another %s has an id of its own', (_what, home) => {
  expect([take('a', HOME, { tabId: 'tab', form: 'a' }), take('b', home, { tabId: 'tab', form: 'a' })]).toEqual([
    'a',
    'b',
  ])
})

it('a home that is entered after the form was emptied has an id of its own', () => {
  const first = take('a', HOME, { tabId: 'tab', form: 'a' })
  forgetClientId(entry)
  expect([first, take('b', OTHER, { tabId: 'tab', form: 'a' })]).toEqual(['a', 'b'])
})

it('the same home, sent by a new tab, keeps its id', () => {
  expect([take('a', HOME), take('b', HOME), take('c', { ...HOME, price: 1 }, { tabId: 'b' })]).toEqual(['a', 'a', 'a'])
})

it('another home, in another tab, has an id of its own', () => {
  const first = take('a', HOME)
  const other = take('b', { ...HOME, price: 1 })
  expect([first, other, take('c', HOME, { tabId: 'a', form: 'a' })]).toEqual(['a', 'b', 'a'])
})

it('ignores what it cannot read', () => {
  for (const stored of ['an id of an earlier release', '{"clientId":"a","tabId":"tab","body":"{}"}']) {
    items.set('add-draft:asha:client-id', stored)
    expect(take('b', HOME, { tabId: 'tab', form: stored })).toBe('b')
  }
})

it('a form keeps its id where nothing can be stored', () => {
  const where = { ...entry, storage: null }
  expect([take('a', HOME, { where }), take('b', HOME, { tabId: 'a', form: 'a', where })]).toEqual(['a', 'a'])
})
