import type { Session } from '@aangan/contracts/users'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { keepPersonal } from './keep-personal.ts'
import { personalStorage } from './personal-storage.ts'
import { openTestContext } from './testing/context.ts'

const [ASHA, RAVI] = ['a'.repeat(24), 'b'.repeat(24)]
const DAY_MS = 86_400_000
const VISITOR: Session = { status: 'visitor' }
const as = (id: string): Session => ({
  status: 'user',
  user: { id, username: 'x', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' },
})

let time = 0
beforeEach(() => {
  localStorage.clear()
  time = Date.parse('2026-03-01T10:00:00.000Z')
})

/** A page of this browser, with its first session. */
function open(first: Session) {
  const shell = openTestContext(first)
  onTestFinished(keepPersonal({ ...shell.context, now: () => time }))
  return { become: shell.become, leave: (id: string) => shell.context.changes.announce({ type: 'user.left', id }) }
}

const draft = (id?: string) => personalStorage(id)?.getItem('draft') ?? null
const write = (text: string, id?: string) => personalStorage(id)?.setItem('draft', text)
/** Leaves room for so many characters. */
function fillStorage(room: number): void {
  let text = ''
  for (let more = 2 ** 24; more >= 1; more /= 2) {
    try {
      localStorage.setItem('others', text + 'x'.repeat(more))
      text += 'x'.repeat(more)
    } catch {
      // Half of it may fit.
    }
  }
  localStorage.setItem('others', text.slice(room))
}

/** Everything stored, but whose browser it is. */
const stored = () => Object.keys(localStorage).filter((key) => key !== 'person')

describe('what belongs to a person', () => {
  it('leaves the browser when they sign out, with what they did before as a visitor', () => {
    const { become, leave } = open(VISITOR)
    write('as a visitor')
    become(as(ASHA))
    expect(draft(ASHA)).toBe('as a visitor')
    write('of asha', ASHA)
    leave(ASHA)
    // A form that is still open must not write it again.
    write('of asha', ASHA)
    become(VISITOR)
    expect([stored(), draft(), draft(ASHA)]).toEqual([[], null, null])
  })

  it('is, in a form, what was typed last, as a visitor', () => {
    const { become } = open(VISITOR)
    personalStorage(ASHA)?.setItem('form:contact', 'old')
    personalStorage(undefined)?.setItem('form:contact', 'new')
    become(as(ASHA))
    expect([
      personalStorage(ASHA)?.getItem('form:contact'),
      personalStorage(undefined)?.getItem('form:contact'),
    ]).toEqual(['new', null])
  })

  it('is not lost when they sign in while storage is full', () => {
    const { become } = open(VISITOR)
    write('as a visitor')
    fillStorage(5)
    become(as(ASHA))
    expect(localStorage.getItem('person:visitor:draft')).toBe('as a visitor')
  })

  it('can be stored by a person who signed in while storage was nearly full', () => {
    const { become } = open(VISITOR)
    write('as a visitor')
    // Enough for whose browser it is, but not for a longer name, too.
    fillStorage(65)
    become(as(ASHA))
    expect(localStorage.getItem('person:visitor:draft')).toBe('as a visitor')
    localStorage.removeItem('others')
    write('of asha', ASHA)
    expect(draft(ASHA)).toBe('of asha')
  })

  it('leaves it also when their session was ended elsewhere, and the next page shows a visitor', () => {
    open(as(ASHA))
    write('of asha', ASHA)
    time += 6 * DAY_MS
    open(VISITOR)
    expect(stored()).toEqual([])
  })

  it('is kept for them when their session has expired, hidden from visitors', () => {
    open(as(ASHA))
    write('of asha', ASHA)
    time += 7 * DAY_MS
    const { become } = open(VISITOR)
    expect([draft(), draft(ASHA)]).toEqual([null, null])
    write('of somebody')
    become(as(ASHA))
    expect(draft(ASHA)).toBe('of asha')
    // The new session is young: its early end is noticed.
    time += DAY_MS
    become(VISITOR)
    expect(stored()).toEqual([])
  })

  it('leaves it when somebody else signs in instead, with what was done since', () => {
    open(as(ASHA))
    write('of asha', ASHA)
    time += 7 * DAY_MS
    const { become } = open(VISITOR)
    write('of somebody')
    become(as(RAVI))
    expect([draft(RAVI), stored()]).toEqual([null, []])
  })

  it('stays if the sign-out of somebody else is heard late', () => {
    const { leave } = open(as(RAVI))
    write('of ravi', RAVI)
    leave(ASHA)
    expect(draft(RAVI)).toBe('of ravi')
  })

  it('includes what earlier releases stored in places of their own', () => {
    const earlier = [
      `add-draft:${ASHA}`,
      `edit-draft:${ASHA}:${RAVI}`,
      'chat-writing',
      'recently-viewed',
      'visited-homes',
    ]
    for (const key of [...earlier, 'user', 'another']) localStorage.setItem(key, 'x')
    open(as(ASHA)).leave(ASHA)
    expect(stored().toSorted()).toEqual(['another', 'user'])
  })

  it('includes the drafts of earlier releases that name them, not those of others', () => {
    const drafts = [`add-draft:${ASHA}`, `edit-draft:${ASHA}:${'c'.repeat(24)}`]
    for (const key of [...drafts, `add-draft:${RAVI}`, 'chat-writing']) localStorage.setItem(key, key)
    open(as(ASHA))
    expect(drafts.map((name) => personalStorage(ASHA)?.getItem(name))).toEqual(drafts)
    expect(stored()).toHaveLength(2)
  })

  it('is not known while the session is not', () => {
    open(as(ASHA))
    write('of asha', ASHA)
    open({ status: 'unknown' })
    expect([draft(), draft(ASHA)]).toEqual([null, 'of asha'])
  })
})
