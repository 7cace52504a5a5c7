import { SAVED_MESSAGE, UNSAVED_MESSAGE } from '@aangan/contracts/post-constants'
import { UNREACHABLE } from '@aangan/remote/api'
import { openTestContext } from '@aangan/remote/testing/context'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { api } from './shared/api.ts'
import { savedReset, selectSaved, selectSaveFailure } from './shared/saved-slice.ts'
import { wishSaved } from './shared/saving-api.ts'
import { makeStore } from './store.ts'

const ID = '1'.repeat(24)
const AWAY = { code: 'UNAVAILABLE', message: 'Try again in a moment.' }

const realFetch = globalThis.fetch
let shell: ReturnType<typeof openTestContext>
let store: ReturnType<typeof makeStore>
let disconnect: () => void
/** As the server has it. */
let onServer: boolean
let sent: string[]
/** What happens to the next requests to save; then they succeed. */
let saves: (() => Promise<Response>)[]
let underWay: number

beforeEach(async () => {
  shell = openTestContext()
  Object.assign(shell.context, { takeFirstData: () => null })
  store = makeStore(shell.context)
  disconnect = connect(store, shell.context)
  onServer = false
  sent = []
  saves = []
  underWay = 0
  await store.dispatch(api.util.upsertQueryData('savedIds', undefined, { ids: [] }))
  globalThis.fetch = async (url, init) => {
    sent.push(`${init?.method} ${url}`)
    if (url === '/users/saved') return Response.json({ ids: onServer ? [ID] : [] })
    underWay += 1
    expect(underWay).toBe(1)
    return await (saves.shift() ?? toggle)().finally(() => {
      underWay -= 1
    })
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  disconnect()
})

async function toggle(): Promise<Response> {
  onServer = !onServer
  return Response.json({ message: onServer ? SAVED_MESSAGE : UNSAVED_MESSAGE })
}

const answer = (status: number, body: object) => async () => Response.json(body, { status })

/** Holds the next request to save until the returned function is called. */
function hold(then = toggle): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  saves.push(() => held.then(then))
  return release
}

const shown = () => selectSaved(store.getState(), ID)
const failure = () => selectSaveFailure(store.getState())
const wish = (isSaved: boolean) => store.dispatch(wishSaved(ID, isSaved))
const POST = 'POST /users/save'

it("shows at once, and announces the server's result", async () => {
  const heard: unknown[] = []
  shell.context.changes.after(0).subscribe(({ change }) => heard.push(change))
  const saving = wish(true)
  expect([shown(), heard]).toEqual([true, []])
  await saving
  expect([shown(), heard]).toEqual([true, [{ type: 'post.saved', id: ID, isSaved: true }]])
})

it('sends the second press after the response to the first', async () => {
  const release = hold()
  const saving = wish(true)
  await wish(false)
  expect([shown(), sent]).toEqual([false, [POST]])
  release()
  await saving
  expect([shown(), onServer, sent]).toEqual([false, false, [POST, POST]])
})

it('sends nothing more if the last press wants what the server has done', async () => {
  const release = hold()
  const saving = wish(true)
  await wish(false)
  await wish(true)
  release()
  await saving
  expect([shown(), onServer, sent]).toEqual([true, true, [POST]])
})

it('saves a home that was saved elsewhere meanwhile, although the call toggles', async () => {
  onServer = true
  await wish(true)
  expect([shown(), onServer, sent]).toEqual([true, true, [POST, POST]])
})

it('sends the second press after a repeated request, too', async () => {
  onServer = true
  saves = [toggle]
  const release = hold()
  const saving = wish(true)
  await expect.poll(() => sent).toEqual([POST, POST])
  await wish(false)
  release()
  await saving
  expect([shown(), onServer]).toEqual([false, false])
})

it('gives up on a server that contradicts itself, and shows its state', async () => {
  saves = [1, 2, 3].map(() => answer(200, { message: UNSAVED_MESSAGE }))
  await wish(true)
  expect([shown(), sent]).toEqual([false, [POST, POST]])
})

it('reverts on failure, and can be repeated', async () => {
  saves = [answer(503, AWAY)]
  await expect(wish(true)).rejects.toMatchObject(AWAY)
  expect([shown(), failure()]).toEqual([false, { id: ID, isSaved: true, isGone: false, reason: null }])
  await wish(true)
  expect([shown(), onServer, failure()]).toEqual([true, true, null])
})

it('says that the site cannot be reached', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(wish(true)).rejects.toMatchObject({ status: 0 })
  expect([shown(), failure()?.reason]).toEqual([false, UNREACHABLE.message])
})

it('shows a place as saved whose response was lost, and can unsave it', async () => {
  saves = [
    async () => {
      await toggle()
      throw new TypeError('Failed to fetch')
    },
  ]
  await wish(true)
  expect([shown(), failure()]).toEqual([true, null])
  await wish(false)
  expect([shown(), onServer]).toEqual([false, false])
})

it('sends the second press after the first has failed', async () => {
  const release = hold(async () => {
    await toggle()
    throw new TypeError('Failed to fetch')
  })
  const saving = wish(true)
  await wish(false)
  release()
  await saving
  expect([shown(), onServer, failure()]).toEqual([false, false, null])
})

it('asks to sign in on a 401, and says nothing else', async () => {
  saves = [answer(401, { code: 'NOT_AUTHENTICATED', message: 'Not Authenticated!' })]
  await expect(wish(true)).rejects.toMatchObject({ status: 401 })
  expect([shown(), failure(), shell.asked]).toEqual([false, null, ['refresh', 'sign in']])
})

it('has no retry for a home that is gone', async () => {
  saves = [answer(404, { code: 'NOT_FOUND', message: 'Post not found' })]
  await expect(wish(true)).rejects.toMatchObject({ status: 404 })
  expect(failure()).toMatchObject({ isGone: true })
})

it('tells the next person nothing about it', async () => {
  const heard: unknown[] = []
  shell.context.changes.after(0).subscribe(({ change }) => heard.push(change))
  const release = hold()
  const saving = wish(true)
  store.dispatch(savedReset())
  release()
  await saving
  expect([shown(), failure(), heard]).toEqual([undefined, null, []])
})
