import { SAVED_MESSAGE } from '@aangan/contracts/post-constants'
import type { PostWithDetail } from '@aangan/contracts/posts'
import type { Session } from '@aangan/contracts/users'
import { openTestContext } from '@aangan/remote/testing/context'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { api } from './shared/api.ts'
import { homeWanted, selectSaved } from './shared/saved-slice.ts'
import { makeStore } from './store.ts'

const ID = '1'.repeat(24)
const post = { id: ID, isSaved: false, user: { id: 'a'.repeat(24) } } as PostWithDetail
const asha = { id: 'a'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' }

const realFetch = globalThis.fetch
let shell: ReturnType<typeof openTestContext>
let store: ReturnType<typeof makeStore>
let disconnect: () => void

beforeEach(async () => {
  shell = openTestContext()
  store = makeStore(shell.context)
  disconnect = connect(store, shell.context)
  await store.dispatch(api.util.upsertQueryData('post', ID, post))
  await store.dispatch(
    api.util.upsertQueryData('posts', '', {
      posts: [],
      total: { count: 0, more: false },
      next: null,
      meant: null,
      leftOut: '',
    }),
  )
})
afterEach(() => {
  globalThis.fetch = realFetch
  disconnect()
})

function cached() {
  const { queries } = store.getState().api
  return Object.keys(queries).sort()
}

const [ITS_PAGE, LISTS] = [`post("${ID}")`, 'posts("")']
const isSaved = () => selectSaved(store.getState(), ID)

describe('a pending save of a visitor', () => {
  const sent: string[] = []
  function serverHas(ids: string[]): void {
    sent.length = 0
    // Here is no page that has brought answers along.
    Object.assign(shell.context, { takeFirstData: () => null })
    globalThis.fetch = async (url, init) => {
      sent.push(`${init?.method} ${url}`)
      return Response.json(url === '/users/save' ? { message: SAVED_MESSAGE } : { ids })
    }
  }
  /** As on the way to the sign-in page and back. */
  function come(session: Session): void {
    disconnect()
    shell.become(session)
    disconnect = connect(store, shell.context)
  }

  it('is sent once they have signed in', async () => {
    serverHas([])
    store.dispatch(homeWanted(ID))
    come({ status: 'user', user: asha })
    await expect.poll(() => sent).toEqual(['GET /users/saved', 'POST /users/save'])
    expect(isSaved()).toBe(true)
    come({ status: 'user', user: asha })
    expect(sent).toHaveLength(2)
  })

  it('does not unsave a listing that was saved already', async () => {
    serverHas([ID])
    store.dispatch(homeWanted(ID))
    come({ status: 'user', user: asha })
    await expect.poll(isSaved).toBe(true)
    expect(sent).toEqual(['GET /users/saved'])
  })

  it('is dropped if they return without signing in', async () => {
    serverHas([])
    store.dispatch(homeWanted(ID))
    come({ status: 'visitor' })
    come({ status: 'user', user: asha })
    expect(sent).toEqual([])
  })
})

describe('the ids of all saved listings', () => {
  const idsAnswered = (ids: string[]) => store.dispatch(api.util.upsertQueryData('savedIds', undefined, { ids }))

  it('replace the known ids', async () => {
    await idsAnswered([ID])
    expect(isSaved()).toBe(true)
    await idsAnswered([])
    expect(isSaved()).toBe(false)
  })

  it('do not overwrite a click during the request', async () => {
    const answering = idsAnswered([])
    shell.context.changes.announce({ type: 'post.saved', id: ID, isSaved: true })
    await answering
    expect(isSaved()).toBe(true)
  })
})

describe('announced changes', () => {
  it("shows a save made elsewhere, until the listing's response differs", async () => {
    shell.context.changes.announce({ type: 'post.saved', id: ID, isSaved: true })
    expect([isSaved(), cached()]).toEqual([true, [ITS_PAGE, LISTS]])
    await store.dispatch(api.util.upsertQueryData('post', ID, post))
    expect(isSaved()).toBe(false)
  })

  it.each(['post.changed', 'post.removed'] as const)('%s: its page and every list are refetched', (type) => {
    shell.context.changes.announce({ type, id: ID })
    expect(cached()).toEqual([])
  })

  it('keeps the pages of other listings', () => {
    shell.context.changes.announce({ type: 'post.changed', id: '2'.repeat(24) })
    expect(cached()).toEqual([ITS_PAGE])
  })

  it('user.changed: their listings’ pages are refetched', () => {
    shell.context.changes.announce({ type: 'user.changed', id: asha.id })
    expect(cached()).toEqual([LISTS])
  })

  it('after signing in, session-dependent queries are refetched', () => {
    shell.context.changes.announce({ type: 'post.saved', id: ID, isSaved: true })
    shell.become({ status: 'user', user: asha })
    expect([isSaved(), cached()]).toEqual([undefined, [LISTS]])
  })

  it('applies changes that were announced while it was not mounted', () => {
    disconnect()
    shell.context.changes.announce({ type: 'post.removed', id: ID })
    expect(cached()).toEqual([ITS_PAGE, LISTS])
    disconnect = connect(store, shell.context)
    expect(cached()).toEqual([])
  })
})
