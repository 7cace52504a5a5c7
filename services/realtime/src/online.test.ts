import { expect, it } from 'vitest'
import { createOnline } from './online.ts'

function open() {
  const told: [string, boolean][] = []
  const online = createOnline({ own: 'own', onChange: (userId, isOnline) => void told.push([userId, isOnline]) })
  return { online, told }
}

function tick(online: ReturnType<typeof createOnline>, times: number): void {
  for (let at = 0; at < times; at += 1) online.tick()
}

it('ends with the lease of the node that is silent, and not of the others', () => {
  const { online, told } = open()
  online.add('own', 'meera')
  online.add('lost', 'asha')
  online.add('alive', 'ravi')
  for (let at = 0; at < 20; at += 1) {
    online.renew('alive')
    online.tick()
  }
  expect(['asha', 'meera', 'ravi'].map(online.has)).toEqual([false, true, true])
  expect(told.slice(3)).toEqual([['asha', false]])
  expect(online.renew('lost')).toBe(false)
})

it('a renewal in time keeps it', () => {
  const { online, told } = open()
  online.add('other', 'asha')
  tick(online, 9)
  expect(online.renew('other')).toBe(true)
  tick(online, 9)
  expect(told).toEqual([['asha', true]])
})

it('somebody at two nodes is told once, and leaves with the last', () => {
  const { online, told } = open()
  online.add('one', 'asha')
  online.add('two', 'asha')
  online.remove('one', 'asha')
  expect(told).toEqual([['asha', true]])
  online.remove('two', 'asha')
  online.remove('two', 'asha')
  expect(told).toEqual([
    ['asha', true],
    ['asha', false],
  ])
})

it('all users of a node make up for news that were lost', () => {
  const { online, told } = open()
  online.replace('other', ['asha', 'ravi'])
  online.replace('other', ['ravi', 'meera'])
  expect(told).toEqual([
    ['asha', true],
    ['ravi', true],
    ['asha', false],
    ['meera', true],
  ])
})
