import { BUS_ACCESS } from '@aangan/contracts/bus-access'
import { expect, test } from 'vitest'
import { natsConfig, permissionsOf } from './nats-access.ts'

test('a durable for events of several kinds is refused, since it could read all', () => {
  const mixed = { subscribes: { 'media-all': ['post.changed', 'user.changed'] } } as const
  expect(() => permissionsOf({ media: mixed }, 'media')).toThrow(
    /media-all-\w+ reads post\.changed and user\.changed.*use a durable for each kind/,
  )
})

test('no permission has a wildcard beyond one kind of events, own replies, acknowledgements and failures', () => {
  const all = Object.keys(BUS_ACCESS).flatMap((user) => Object.values(permissionsOf(BUS_ACCESS, user)).flat())
  const wild = all.filter((subject) => /[*>]/.test(subject))
  const known = [
    ...[/^_INBOX\.\w+\.>$/, /^\$JS\.ACK\.aangan-events\.[\w-]+\.>$/, /\.aangan\.event\.post\.>$/],
    ...[/^aangan\.parked\.[\w-]+\.\*$/, /^aangan\.outages\.[\w-]+\.\*$/],
  ]
  expect(wild.filter((subject) => !known.some((pattern) => pattern.test(subject)))).toEqual([])
})

test('the configuration has no password', () => {
  const passwords = [...natsConfig(BUS_ACCESS).matchAll(/password: (\S+)/g)].map(([, password]) => password)
  expect(passwords).toHaveLength(Object.keys(BUS_ACCESS).length + 1)
  for (const password of passwords) expect(password).toMatch(/^\$PASSWORD_OF_[A-Z]+$/)
})
