import { expect, it } from 'vitest'
import { whatChanged } from './what-changed.ts'

const AGENT = { title: 'Advisor', location: 'Pune', specialization: 'First homes', phone: null, experienceYears: 7 }

it.each([
  [{ password: 'battery staple' }, 'Your password is changed. Your other devices are signed out.'],
  [{ email: 'new@example.com' }, 'We sent a link to new@example.com: open it to confirm the address.'],
  [{ username: 'asha.r', avatar: '/a.webp' }, 'Your username is now asha.r. Your picture is changed.'],
  [{ removeAvatar: true }, 'Your picture is removed.'],
  [{ agent: AGENT }, 'Your agent details are saved.'],
  [{ agent: null }, 'You are no longer listed as an agent.'],
  [{}, 'You changed nothing.'],
])('%j: %s', (changes, text) => {
  expect(whatChanged(changes, { emailConfirmed: false })).toBe(text)
})

it('does not announce a link to an address that is confirmed already', () => {
  expect(whatChanged({ email: 'old@example.com' }, {})).toBe('Your email address is old@example.com.')
})
