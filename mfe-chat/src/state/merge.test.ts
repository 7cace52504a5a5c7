import type { Message } from '@aangan/contracts/chats'
import { expect, it } from 'vitest'
import { message, thread } from '../testing/chats.ts'
import { gapAfter, mergeMessages, mergeThread } from './merge.ts'

const of = (...revs: number[]) => revs.map((rev) => message({ rev }))
const revs = (messages: readonly Message[]) => messages.map(({ rev }) => rev)

it.each([
  [[1, 2], [3], [1, 2, 3]],
  [
    [3, 4],
    [1, 2],
    [1, 2, 3, 4],
  ],
  [
    [1, 2, 3],
    [2, 3, 4],
    [1, 2, 3, 4],
  ],
  [
    [1, 4],
    [3, 2],
    [1, 2, 3, 4],
  ],
  [[], [2, 1], [1, 2]],
])('merges %j and %j in order, without duplicates', (known, more, merged) => {
  expect(revs(mergeMessages(of(...known), of(...more)))).toEqual(merged)
})

it.each([
  [[], null],
  [[7], null],
  [[3, 4, 5], null],
  [[3, 4, 6, 9], 4],
  [[1, 3], 1],
])('%j has a gap after %j', (known, after) => expect(gapAfter(of(...known))).toBe(after))

it('keeps loaded history after a refetch, unless there is a gap', () => {
  const known = thread({ messages: of(1, 2, 3), readRev: 3 })
  expect(revs(mergeThread(known, thread({ messages: of(3, 4) })).messages)).toEqual([1, 2, 3, 4])
  expect(revs(mergeThread(known, thread({ messages: of(5, 6) })).messages)).toEqual([5, 6])
})

it('never decreases the read position of the other person', () => {
  expect(mergeThread(thread({ readRev: 3 }), thread({ readRev: 2 })).readRev).toBe(3)
  expect(mergeThread(thread({ readRev: 3 }), thread({ readRev: 4 })).readRev).toBe(4)
})
