import type { User } from '@aangan/contracts/users'
import { listAnswer, unreachable } from '@aangan/remote/testing/network'
import { click, gone, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'

function agent(username: string, changes: Partial<User>): User {
  const own = { title: 'Adviser', experienceYears: 8, location: 'Pune', specialization: 'First homes', phone: null }
  return { id: 'a'.repeat(24), username, avatar: null, createdAt: '2026-01-02T03:04:05.000Z', agent: own, ...changes }
}

it('shows how many homes each agent has listed, if known', async () => {
  const counts = { asha: 12, ravi: 1, meera: 0, tara: 10_000, beena: undefined }
  const agents = Object.entries(counts).map(([name, liveListings], at) =>
    agent(name, { id: String(at).repeat(24), ...(liveListings !== undefined && { liveListings }) }),
  )
  await renderRemote('/agents', { network: { '/users': agents } })
  await shown(page.getByText('12 homes listed'))
  expect(texts(page.getByText(/home.* listed/))).toEqual([
    '12 homes listed',
    '1 home listed',
    'No homes listed right now',
    '10,000+ homes listed',
  ])
  expect(texts(page.getByRole('article'))).toHaveLength(5)
})

describe('more agents than one page has', () => {
  const more = page.getByRole('button', { name: 'Show more agents' })
  const names = () => texts(page.getByRole('article').getByRole('heading'))
  const first = listAnswer([agent('asha', {}), agent('ravi', { id: 'b'.repeat(24) })], { next: 'two' })
  const NEXT = '/users?agents=true&after=two'

  it('are loaded on request, and the first new one gets the focus', async () => {
    const last = listAnswer([agent('meera', { id: 'c'.repeat(24) })])
    await renderRemote('/agents', { network: { '/users?agents=true': first, [NEXT]: last } })
    await click(more)
    await until(names).toEqual(['asha', 'ravi', 'meera'])
    await gone(more)
    expect(document.activeElement?.textContent).toContain('meera')
  })

  it('can be retried if loading failed', async () => {
    const { network } = await renderRemote('/agents', { network: { '/users?agents=true': first, [NEXT]: unreachable } })
    await click(more)
    await shown(page.getByRole('alert').getByText('More agents could not be loaded.'))
    expect(names()).toEqual(['asha', 'ravi'])
    network.answer(NEXT, listAnswer([agent('meera', { id: 'c'.repeat(24) })]))
    await click(more)
    await until(names).toEqual(['asha', 'ravi', 'meera'])
    await gone(page.getByRole('alert'))
  })
})

it('shows the year each agent joined, in Indian time', async () => {
  await renderRemote('/agents', { network: { '/users': [agent('asha', { createdAt: '2025-12-31T20:00:00.000Z' })] } })
  await shown(page.getByText('8 years of experience · joined 2026'))
})

it('fits a phone with a long word', async () => {
  const specialization = 'https://www.example.com/specialisations/first_homes_of_young_families'
  const own = { title: 'Adviser', experienceYears: 8, location: 'Thiruvananthapuram'.repeat(4), phone: null }
  await renderRemote('/agents', {
    network: { '/users': [agent('asha', { agent: { ...own, specialization } })] },
    viewport: { width: 390, height: 844 },
  })
  await shown(page.getByText(specialization))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('shows how soon each agent usually replies, if known', async () => {
  const agents = [agent('asha', { repliesWithin: 'a few hours' }), agent('ravi', { id: 'b'.repeat(24) })]
  await renderRemote('/agents', { network: { '/users': agents } })
  await shown(page.getByRole('article').filter({ hasText: 'asha' }).getByText('Usually replies within a few hours'))
  expect(texts(page.getByText(/Usually replies/))).toHaveLength(1)
})
