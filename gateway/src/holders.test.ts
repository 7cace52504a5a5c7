import { expect, it } from 'vitest'
import { type Holder, limitHolders } from './holders.ts'

interface Given {
  name: string
  address: string
  lateMs: number
  size?: number
}

/** Returns the names of those that are ended as these are added one after the other. */
function endedOf(most: number, all: Given[]): string[] {
  const ended: string[] = []
  const holders = limitHolders<Holder & { size: number }>({ most, sizeOf: ({ size }) => size })
  for (const { name, address, lateMs, size = 1 } of all)
    holders.add({ address, size, lateMs: () => lateMs, end: () => void ended.push(name) })
  return ended
}

const SINGLE = { name: 'single', address: '1.1.1.1', lateMs: 19_999 }
const MANY = [1, 9, 5].map((lateMs) => ({ name: `late ${lateMs}`, address: '2.2.2.2', lateMs }))

it('ends the one most behind of the address that holds the most', () => {
  expect(endedOf(4, [SINGLE, ...MANY])).toEqual([])
  expect(endedOf(3, [SINGLE, ...MANY])).toEqual(['late 9'])
  expect(endedOf(2, [SINGLE, ...MANY])).toEqual(['late 9', 'late 5'])
})

it('ends one that is 20 s behind first, whatever its address holds', () => {
  expect(endedOf(3, [{ ...SINGLE, lateMs: 20_000 }, ...MANY])).toEqual(['single'])
})

it('counts what each holds, and ends as many as it takes', () => {
  const large = { name: 'large', address: '3.3.3.3', lateMs: 0, size: 4 }
  expect(endedOf(6, [...MANY, SINGLE, large])).toEqual(['large'])
  expect(endedOf(6, [large, SINGLE, { ...SINGLE, name: 'larger', size: 6 }])).toEqual(['single', 'larger'])
})

it('forgets those that are over', () => {
  const holders = limitHolders({ most: 1 })
  const ended: number[] = []
  const [first, second] = [1, 2].map((n) => ({ address: '', lateMs: () => 0, end: () => void ended.push(n) }))
  if (first === undefined || second === undefined) throw new Error('two are expected')
  holders.add(first)
  holders.remove(first)
  holders.add(second)
  expect(ended).toEqual([])
})
