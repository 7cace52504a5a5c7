import { ErrorBody } from '@aangan/contracts/errors'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Started, startPosts } from './testing/start.ts'

let service: Started

beforeAll(async () => {
  service = await startPosts()
})
afterAll(() => service.close())

test.each([
  '/posts?type=sale',
  '/posts?property=castle',
  '/posts?sort=best',
  '/posts?minPrice=-1',
  '/posts?maxPrice=ten',
  '/posts?maxPrice=1e400',
  '/posts?minPrice=9&maxPrice=3',
  '/posts?bedroom=-1',
  '/posts?bedroom=1.5',
  '/posts?bedroom=999999999999999999999999',
  '/posts?limit=0',
  '/posts?limit=501',
  '/posts?limit=-1',
  '/posts?type=buy&type=rent',
  '/posts?city=Pune&city=Pune',
  '/posts?city[$ne]=x',
  '/posts?city%5B%24ne%5D=x',
  '/posts?__proto__=x',
  '/posts?__proto__[type]=x',
  '/posts?city=%00',
  '/posts?city=%ff',
  '/posts?city=%F0%9F',
  `/posts?city=${'x'.repeat(5_000)}`,
  "/posts?type=buy'%20OR%201=1--",
  '/posts?bbox=1,2,3',
  '/posts?bbox=1,2,3,NaN',
  '/posts?bbox=1,20,3,4',
  '/posts?bbox=1,2,3,91',
  '/posts?bbox=1e300,2,3,4',
  '/posts?bbox=1,2,3,4&bbox=1,2,3,4',
  '/posts?bbox[$gt]=1,2,3,4',
  '/posts?bbox=%00,2,3,4',
  `/posts?bbox=1,2,3,4${',5'.repeat(500)}`,
  '/posts?after=x',
  '/posts?after=bmV3ZXN0fnh-eA',
  '/posts?after=%00',
  '/posts/cities?type[$gt]=',
  '/posts/..%2f..%2fetc',
  '/posts/%00',
  '/posts/%ff',
  '/posts/__proto__',
])('%s is refused with a reason', async (url) => {
  const answer = await service.get(url)
  expect([400, 404]).toContain(answer.statusCode)
  expect(Value.Errors(ErrorBody, answer.json())).toEqual([])
})
