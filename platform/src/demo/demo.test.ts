import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AUTH_MIGRATIONS } from '@aangan/auth/migrations'
import { createAuthStore } from '@aangan/auth/store'
import { cityKey } from '@aangan/contracts/cities'
import { FURNISHINGS } from '@aangan/contracts/post-constants'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import { createPostStore } from '@aangan/posts/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { USERS_MIGRATIONS } from '@aangan/users/migrations'
import { createUserStore } from '@aangan/users/store'
import { expect, it, onTestFinished } from 'vitest'
import { CITIES } from './cities.ts'
import { demoListings } from './listings.ts'
import { demoPeople } from './people.ts'
import { seed } from './seed.ts'

const now = new Date('2026-11-21T10:00:00Z')
const people = demoPeople(now)
const owners = people.map(({ profile: { _id, username, avatar } }) => ({ id: _id, username, avatar }))
const listings = demoListings(owners, now)

it('generates about three hundred listings in more than 25 cities, deterministically', () => {
  expect(listings.length).toBeGreaterThanOrEqual(300)
  expect(new Set(listings.map((listing) => cityKey(listing.city))).size).toBeGreaterThanOrEqual(25)
  expect(new Set(listings.map((listing) => listing._id)).size).toBe(listings.length)
  expect(demoListings(owners, now)).toEqual(listings)
})

it('spreads them over the last sixty days', () => {
  const ages = listings.map(({ createdAt }) => (now.getTime() - Date.parse(createdAt)) / 86_400_000)
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...ages)).toBeLessThan(60)
  expect(Math.max(...ages) - Math.min(...ages)).toBeGreaterThan(50)
})

it('places each within a few kilometres of its locality', () => {
  for (const { address, city, latitude, longitude } of listings) {
    const localities = CITIES.find(({ name }) => cityKey(name) === cityKey(city))?.localities ?? []
    const near = localities.filter(([name]) => address.includes(name))
    expect(near.some(([, lat, lng]) => Math.hypot(Number(latitude) - lat, Number(longitude) - lng) < 0.02)).toBe(true)
  }
})

it('sets plausible prices: more to buy than to rent, more in an expensive city', () => {
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const rates = (city: string, type: 'buy' | 'rent') =>
    listings
      .filter((one) => one.city === city && one.type === type && one.property !== 'land')
      .map((one) => one.price / (one.size ?? 1))
  expect(median(rates('Mumbai', 'buy'))).toBeGreaterThan(2 * median(rates('Lucknow', 'buy')))
  for (const { name } of CITIES) {
    const rents = rates(name, 'rent')
    if (rents.length > 0) expect(median(rents) * 100).toBeLessThan(median(rates(name, 'buy')))
  }
})

it('has every kind, several owners, and distinct texts and drawings', () => {
  expect(new Set(listings.map(({ property, type }) => `${property} ${type}`)).size).toBe(7)
  expect(new Set(listings.map(({ userId }) => userId)).size).toBeGreaterThanOrEqual(30)
  expect(new Set(listings.map(({ desc }) => desc)).size).toBe(listings.length)
  for (const { images, property, _id } of listings)
    expect(images.every((url) => url.includes(`/${property}/${_id}/`))).toBe(true)
})

it('states the furnishing of every home and of no plot', () => {
  const said = (isPlot: boolean) =>
    new Set(listings.filter(({ property }) => (property === 'land') === isPlot).map(({ furnishing }) => furnishing))
  expect(said(false)).toEqual(new Set(FURNISHINGS))
  expect(said(true)).toEqual(new Set([null]))
})

it('has rules for tenants on rentals alone', () => {
  for (const { type, utilities, pet, income, desc } of listings) {
    const isRental = type === 'rent'
    expect([utilities, pet, income].map((rule) => rule !== null)).toEqual([isRental, isRental, isRental])
    if (!isRental) expect(desc).not.toMatch(/pets|dog/i)
  }
})

it('lists twelve of the owners as agents', () => {
  for (const { account, profile } of people)
    expect([account.emailKey, profile.mailTo]).toEqual([account.email, account.email])
  const agents = people.map(({ profile }) => profile).filter(({ listed }) => listed)
  expect(agents).toHaveLength(12)
  expect(new Set(agents.map(({ agent }) => agent?.location)).size).toBeGreaterThan(8)
})

it('adds only missing parts, so nothing on a second run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const authDb = await openMigratedStore(`sqlite:${folder}`, { name: 'auth', migrations: AUTH_MIGRATIONS })
  const usersDb = await openMigratedStore(`sqlite:${folder}`, { name: 'users', migrations: USERS_MIGRATIONS })
  const postsDb = await openMigratedStore(`sqlite:${folder}`, { name: 'posts', migrations: POSTS_MIGRATIONS })
  onTestFinished(async () => {
    await Promise.all([usersDb.close(), postsDb.close(), authDb.close()])
    await rm(folder, { recursive: true, force: true })
  })
  const accounts = createAuthStore(authDb)
  const users = createUserStore(usersDb)
  const posts = createPostStore(postsDb)
  await posts.add(listings.slice(0, 10))
  expect(await seed({ accounts, users, posts, now })).toEqual({ people: people.length, listings: listings.length - 10 })
  expect(await seed({ accounts, users, posts, now: new Date() })).toEqual({ people: 0, listings: 0 })
})
