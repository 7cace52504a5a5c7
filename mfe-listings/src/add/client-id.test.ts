import type { PersonalStorage } from '@aangan/web-kit/personal-storage'
import { beforeEach, expect, it } from 'vitest'
import { takeClientId } from './client-id.ts'

let items: Map<string, string>
beforeEach(() => {
  items = new Map()
})

function take(formId: string, body: string, tabId = formId): string {
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  } as unknown as PersonalStorage
  return takeClientId({ storage, key: 'add-draft:asha' }, { formId, tabId, body })
}

it('a form keeps its id, whatever is edited between attempts', () => {
  expect([take('a', 'home'), take('a', 'home, edited')]).toEqual(['a', 'a'])
})

it('after a reload a home keeps its id, edited or not', () => {
  expect([take('a', 'home'), take('reloaded', 'home, edited', 'a')]).toEqual(['a', 'a'])
})

it('the same home, sent by a new tab, keeps its id', () => {
  expect([take('a', 'home'), take('b', 'home'), take('b', 'home, edited')]).toEqual(['a', 'a', 'a'])
})

it('another home, in another tab, has an id of its own', () => {
  expect([take('a', 'home'), take('b', 'other'), take('a', 'home')]).toEqual(['a', 'b', 'a'])
})

it('ignores what it cannot read', () => {
  items.set('add-draft:asha:client-id', 'an id of an earlier release')
  expect(take('a', 'home')).toBe('a')
})
