import type { Filter, FindOptions, IndexSpec } from '../store.ts'
import type { Loose } from './place.ts'

export const INDEXES: IndexSpec[] = [
  { name: 'cityPrice', key: { city: 1, price: 1, _id: 1 } },
  { name: 'newest', key: { createdAt: -1, _id: -1 } },
  { name: 'agent', key: { 'agent.active': 1, 'agent.since': 1 } },
  { name: 'pending', key: { pendingSince: 1 } },
  { name: 'username', key: { username: 1 }, unique: true },
]

export const SAMPLE: Loose = {
  _id: 'a',
  city: 'Pune',
  price: 1,
  tags: ['x'],
  agent: { active: true, since: 'y' },
  username: 'u',
}

/** Queries such as services ask, and the index that must serve each, its sort included. */
export const SEARCHES: [name: string, index: string, filter: Filter<Loose>, options: FindOptions][] = [
  [
    'equality and range, sorted by the range',
    'cityPrice',
    { city: 'Pune', price: { $gt: 5 } },
    { sort: { price: 1, _id: 1 }, limit: 60 },
  ],
  ['the same downwards', 'cityPrice', { city: 'Pune', price: { $lt: 5 } }, { sort: { price: -1, _id: -1 }, limit: 60 }],
  ['two bounds', 'cityPrice', { city: 'Pune', price: { $gte: 1, $lte: 5 } }, { sort: { price: 1, _id: 1 }, limit: 60 }],
  [
    'a tie, from an _id on',
    'cityPrice',
    { city: 'Pune', price: 5, _id: { $gt: 'a' } },
    { sort: { _id: 1 }, limit: 60 },
  ],
  ['a bound of text', 'newest', { createdAt: { $lt: '2026' } }, { sort: { createdAt: -1, _id: -1 }, limit: 60 }],
  ['one of several', 'cityPrice', { city: { $in: ['Pune', 'Goa'] } }, {}],
  [
    'nested fields, a boolean among them',
    'agent',
    { 'agent.active': true, 'agent.since': { $gte: 'x' } },
    { sort: { 'agent.since': 1 } },
  ],
  ['what is not null', 'pending', { pendingSince: { $ne: null } }, { sort: { pendingSince: 1 }, limit: 10 }],
  ['what is null', 'username', { username: null }, {}],
]
