import type { Change } from '@aangan/contracts/changes'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createChanges } from './changes.ts'

let channels: BroadcastChannel[]

beforeEach(() => {
  channels = [new BroadcastChannel('changes'), new BroadcastChannel('changes')]
})
afterEach(() => {
  for (const channel of channels) channel.close()
})

const saved = (id: string, isSaved: boolean): Change => ({ type: 'post.saved', id, isSaved })

function open(tab = 0) {
  return createChanges(channels[tab] as BroadcastChannel)
}

it('replays changes after a position, then emits new ones', () => {
  const changes = open()
  changes.announce(saved('1', true))
  changes.announce({ type: 'post.changed', id: '1' })
  const heard: [number, string][] = []
  const subscription = changes.after(1).subscribe(({ position, change }) => heard.push([position, change.type]))
  changes.announce({ type: 'post.removed', id: '1' })
  subscription.unsubscribe()
  changes.announce({ type: 'user.changed', id: '1' })
  expect(heard).toEqual([
    [2, 'post.changed'],
    [3, 'post.removed'],
  ])
})

it('emits a change announced in response to another', () => {
  const changes = open()
  changes.announce(saved('1', true))
  changes.announce(saved('2', true))
  const heard: number[] = []
  changes.after(0).subscribe(({ position }) => {
    heard.push(position)
    if (position === 1) changes.announce(saved('1', false))
  })
  expect(heard).toEqual([1, 2, 3])
})

it('keeps only the last change per type and id', () => {
  const changes = open()
  for (let time = 0; time < 100; time += 1) changes.announce(saved('1', time % 2 === 0))
  changes.announce(saved('2', true))
  const heard: unknown[] = []
  changes.after(0).subscribe((announced) => heard.push(announced))
  expect(heard).toEqual([
    { position: 100, change: saved('1', false) },
    { position: 101, change: saved('2', true) },
  ])
})

it('keeps a sign-out until the next sign-in', () => {
  const changes = open()
  const kept = () => {
    const heard: string[] = []
    const subscription = changes.after(0).subscribe(({ change }) => heard.push(change.type))
    subscription.unsubscribe()
    return heard
  }
  changes.announce(saved('1', true))
  changes.announce({ type: 'user.left', id: '1' })
  changes.forgetPersonal('visitor')
  expect(kept()).toEqual(['user.left'])
  changes.forgetPersonal('user')
  expect(kept()).toEqual([])
})

it('notifies other tabs once each', async () => {
  const [here, there] = [open(0), open(1)]
  const heard: Change[][] = [[], []]
  here.after(0).subscribe(({ change }) => heard[0]?.push(change))
  there.after(0).subscribe(({ change }) => heard[1]?.push(change))
  here.announce(saved('1', true))
  there.announce(saved('2', true))
  await expect.poll(() => heard.map(({ length }) => length)).toEqual([2, 2])
  expect(heard.map((some) => some.map(({ id }) => id).sort())).toEqual([
    ['1', '2'],
    ['1', '2'],
  ])
})
