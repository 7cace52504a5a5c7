import { createApi } from '@reduxjs/toolkit/query'
import { describe, expect, it } from 'vitest'
import type { ApiError } from './api.ts'
import { followChanges, followSession } from './follow.ts'
import { shareStore } from './shared-store.ts'
import { contextOf, createStore } from './store.ts'
import { openTestContext } from './testing/context.ts'

const asha = { id: 'a'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' }

function answersWith(status: number) {
  const answer = () => ({ error: { status, code: 'X', message: 'x' } satisfies ApiError })
  return createApi({
    baseQuery: answer,
    endpoints: (build) => ({
      load: build.query<null, void>({ queryFn: answer }),
      act: build.mutation<null, void>({ queryFn: answer }),
    }),
  })
}

function storeOver(status: number) {
  const shell = openTestContext()
  const api = answersWith(status)
  return { ...shell, api, store: createStore(shell.context, { reducer: { api: api.reducer }, apis: [api] }) }
}

describe('a 401', () => {
  it('on a mutation refreshes the session and redirects to sign in', async () => {
    const { store, api, asked } = storeOver(401)
    await store.dispatch(api.endpoints.act.initiate())
    expect(asked).toEqual(['refresh', 'sign in'])
  })

  it('on a query does not redirect', async () => {
    const { store, api, asked } = storeOver(401)
    await store.dispatch(api.endpoints.load.initiate())
    expect(asked).toEqual(['refresh'])
  })

  it('does nothing on other errors', async () => {
    const { store, api, asked } = storeOver(403)
    await store.dispatch(api.endpoints.act.initiate())
    await store.dispatch(api.endpoints.load.initiate())
    expect(asked).toEqual([])
  })
})

it('has told its subscribers of a response before whoever awaits it goes on', async () => {
  const { store, api } = storeOver(403)
  const shown: unknown[] = []
  const mutation = store.dispatch(api.endpoints.act.initiate())
  const select = api.endpoints.act.select(mutation.requestId)
  store.subscribe(() => shown.push(select(store.getState()).status))
  await mutation
  expect(shown.at(-1)).toBe('rejected')
})

it('passes the shell’s context to thunks', () => {
  const { store, context } = storeOver(200)
  store.dispatch((_dispatch, _getState, extra) => expect(contextOf(extra)).toBe(context))
})

describe('a shared store', () => {
  function sharing() {
    const shell = openTestContext()
    const seen: string[] = []
    const shared = shareStore({
      makeStore: () => ({}),
      connect: (store, context) => {
        const ends = [
          followChanges(store, context, ({ type }) => seen.push(type)),
          followSession(store, context, () => seen.push('reset')),
        ]
        return () => {
          for (const end of ends) end()
        }
      },
    })
    return { ...shell, shared, seen }
  }

  it('is shared by everything mounted, and connected until the last unmounts', () => {
    const { shared, context, isHeard } = sharing()
    const store = shared.open('page', context)
    expect(shared.open('offer', context)).toBe(store)
    shared.close('page')
    shared.close('page')
    expect(isHeard()).toBe(true)
    shared.close('offer')
    expect(isHeard()).toBe(false)
    expect(shared.open('page', context)).toBe(store)
  })

  it('receives each change once, missed ones when reconnected', () => {
    const { shared, context, seen } = sharing()
    shared.open('page', context)
    context.changes.announce({ type: 'post.changed', id: '1' })
    shared.open('offer', context)
    shared.close('page')
    shared.close('offer')
    context.changes.announce({ type: 'post.removed', id: '1' })
    expect(seen).toEqual(['post.changed'])
    shared.open('page', context)
    expect(seen).toEqual(['post.changed', 'post.removed'])
  })

  it('is reset on sign-in or sign-out, even while disconnected, but not when the user first becomes known', () => {
    const { shared, context, become, seen } = sharing()
    become({ status: 'unknown' })
    shared.open('page', context)
    become({ status: 'user', user: asha })
    become({ status: 'user', user: { ...asha, username: 'asha.k' } })
    expect(seen).toEqual([])
    become({ status: 'visitor' })
    expect(seen).toEqual(['reset'])
    shared.close('page')
    become({ status: 'user', user: asha })
    shared.open('page', context)
    expect(seen).toEqual(['reset', 'reset'])
  })
})
