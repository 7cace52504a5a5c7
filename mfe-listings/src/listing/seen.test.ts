import { PROPERTIES } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'
import { post } from '@aangan/contracts/testing/posts'
import { describe, expect, it } from 'vitest'
import { forgetAllSeen, forgetSeen, readSeen, rememberSeen } from './seen.ts'

const KEY = 'recently-viewed'

/** A storage for at most `room` characters; browsers allow about five million. */
function storageOf({ room = 5_000_000, stored }: { room?: number; stored?: string } = {}): Storage {
  const items = new Map<string, string>(stored === undefined ? [] : [[KEY, stored]])
  return {
    get length() {
      return items.size
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

function refused(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

function home(number: number): Post {
  const images = ['/media/a.webp', '/media/b.webp']
  return post({
    property: 'house',
    id: number.toString(16).padStart(24, '0'),
    title: `Home ${number}`,
    images,
    img: '/media/a.webp',
  })
}

const titles = (storage: Storage | null) => readSeen(storage).map(({ title }) => title)

describe('homes seen in this browser', () => {
  it('are stored newest first, without duplicates, at most twelve', () => {
    const storage = storageOf()
    for (let number = 1; number <= 15; number += 1) rememberSeen(storage, home(number))
    rememberSeen(storage, home(10))
    const rest = [15, 14, 13, 12, 11, 9, 8, 7, 6, 5, 4]
    expect(titles(storage)).toEqual(['Home 10', ...rest.map((number) => `Home ${number}`)])
  })

  it('are stored without data that may change, such as the price', () => {
    const storage = storageOf()
    const kept = { id: home(1).id, title: 'Home 1', type: 'buy', city: 'Pune', property: 'house' }
    rememberSeen(storage, home(1))
    expect(JSON.parse(storage.getItem(KEY) ?? '')).toEqual([kept])
    expect(readSeen(storage)).toEqual([kept])
  })

  it('are read in the format of earlier releases, and then stored without the price', () => {
    const storage = storageOf({ stored: JSON.stringify([home(1), home(2)]) })
    expect(titles(storage)).toEqual(['Home 1', 'Home 2'])
    rememberSeen(storage, home(3))
    expect(titles(storage)).toEqual(['Home 3', 'Home 1', 'Home 2'])
    expect(storage.getItem(KEY)).not.toContain('price')
  })

  it('can be removed, one or all', () => {
    const storage = storageOf()
    for (const number of [1, 2, 3]) rememberSeen(storage, home(number))
    forgetSeen(storage, home(2).id)
    expect(titles(storage)).toEqual(['Home 3', 'Home 1'])
    forgetAllSeen(storage)
    expect(titles(storage)).toEqual([])
    expect(storage.length).toBe(0)
  })

  it.each([
    'nonsense',
    '{',
    'null',
    '7',
    '{"a":1}',
    '[null, 7, "x", {}, []]',
    JSON.stringify([{ ...home(1), type: 'lease' }]),
    JSON.stringify([{ ...home(1), property: [...PROPERTIES] }]),
    JSON.stringify([{ ...home(1), id: '../etc' }]),
    JSON.stringify([{ ...home(1), title: 7 }]),
    JSON.stringify([{ ...home(1), city: undefined }]),
  ])('are empty for invalid stored data: %s', (stored) => {
    const storage = storageOf({ stored })
    expect(readSeen(storage)).toEqual([])
    rememberSeen(storage, home(2))
    expect(titles(storage)).toEqual(['Home 2'])
  })

  it('ignore invalid entries', () => {
    expect(titles(storageOf({ stored: JSON.stringify([home(1), { id: 'x' }, home(2)]) }))).toEqual(['Home 1', 'Home 2'])
  })

  it('are the newest that fit if storage is almost full', () => {
    const storage = storageOf({ room: 300 })
    for (let number = 1; number <= 8; number += 1) rememberSeen(storage, home(number))
    expect(titles(storage)[0]).toBe('Home 8')
    expect(titles(storage).length).toBeGreaterThan(0)
  })

  it('are empty without storage, with full storage and with blocked storage, without throwing', () => {
    const full = storageOf({ room: 10 })
    const forbidden = { ...storageOf(), getItem: refused, setItem: refused, removeItem: refused }
    for (const storage of [null, full, forbidden]) {
      rememberSeen(storage, home(1))
      forgetSeen(storage, home(1).id)
      forgetAllSeen(storage)
      expect(titles(storage)).toEqual([])
    }
  })
})
