import { BehaviorSubject } from 'rxjs'
import { expect, it } from 'vitest'
import { countInTitle } from './count-in-title.ts'

function open(count: number) {
  // A new element: the previous test's observer watches the old one.
  document.querySelector('title')?.replaceWith(document.createElement('title'))
  document.title = 'Your profile · Aangan'
  const count$ = new BehaviorSubject(count)
  const named: string[] = []
  const nameIt = countInTitle({ count$ }, (name) => named.push(name))
  return { count$, named, nameIt }
}

it('prefixes the title while chats are unread, and follows the count', () => {
  const { count$ } = open(2)
  expect(document.title).toBe('(2) Your profile · Aangan')
  count$.next(12)
  expect(document.title).toBe('(12) Your profile · Aangan')
  count$.next(0)
  expect(document.title).toBe('Your profile · Aangan')
})

it("survives a new title from the shell or a remote, and reports only the remote's", async () => {
  const { count$, named, nameIt } = open(2)
  nameIt('Homes · Aangan')
  expect(document.title).toBe('(2) Homes · Aangan')
  document.title = '(3) room flat · Aangan'
  await expect.poll(() => document.title).toBe('(2) (3) room flat · Aangan')
  document.title = 'Villa · Aangan'
  count$.next(1)
  expect(document.title).toBe('(1) Villa · Aangan')
  count$.next(0)
  document.title = 'Villa · Aangan'
  await expect.poll(() => named).toEqual(['(3) room flat · Aangan', 'Villa · Aangan', 'Villa · Aangan'])
})
