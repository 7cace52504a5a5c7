import { postWithDetail } from '@aangan/contracts/testing/posts'
import { expect, it } from 'vitest'
import { listingGraph } from './json-ld.ts'

const PAGE: Parameters<typeof listingGraph>[1] = {
  url: 'https://aangan.example/a',
  description: '',
  images: [],
  currency: 'inr',
}

it.each([
  ['rent', true],
  ['buy', undefined],
] as const)('states of a home of the type %s whether pets are allowed: %s', (type, petsAllowed) => {
  const { mainEntity } = listingGraph(postWithDetail({ type }), PAGE)
  expect((mainEntity as { petsAllowed?: boolean }).petsAllowed).toBe(petsAllowed)
})

it.each([
  [false, { '@type': 'GeoCoordinates', latitude: 18.559, longitude: 73.7868 }],
  [true, undefined],
])('states where a home is unless that is approximate: %s', (approximate, geo) => {
  const { mainEntity } = listingGraph(postWithDetail({ approximate }), PAGE)
  expect((mainEntity as { geo?: object }).geo).toEqual(geo)
})
