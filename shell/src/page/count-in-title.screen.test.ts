import { BehaviorSubject } from 'rxjs'
import { expect, it } from 'vitest'
import { countInTitle } from './count-in-title.ts'

function open(count: number) {
  // An element of its own: what the last test began watches the last one.
  document.querySelector('title')?.replaceWith(document.createElement('title'))
  document.title = 'Your profile · Aangan'
  const count$ = new BehaviorSubject(count)
  const named: string[] = []
  const nameIt = countInTitle({ count$ }, (name) => named.push(name))
  return { count$, named, nameIt }
}

it('stands before the name of the page while chats are unread, and follows their number', () => {
  const { count$ } = open(2)
  expect(document.title).toBe('(2) Your profile · Aangan')
  count$.next(12)
  expect(document.title).toBe('(12) Your profile · Aangan')
  count$.next(0)
  expect(document.title).toBe('Your profile · Aangan')
})

it('stays there when the page is named anew, by the shell or by a remote, which is told of alone', async () => {
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
