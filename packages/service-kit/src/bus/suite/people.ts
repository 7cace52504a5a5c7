import { AUDIENCES } from '@aangan/contracts/services'
import { expect, test, vi } from 'vitest'
import { createKeyPair } from '../../secrets.ts'
import { createSignIn } from '../../testing/sign-in.ts'
import { type Backend, openAt } from './backend.ts'

const TOKEN_EXPIRED_MS = 5 * 60_000 + 1_000
/** Users asks chats this. */
const signIn = createSignIn(createKeyPair(), 'chats')
const patience = { timeoutMs: 60_000 }
const ask = { userId: 'victim' }

export function peopleSuite(backend: () => Promise<Backend>): void {
  test('the responder acts for the person whose token came along, not for whom the request names', async () => {
    const there = await backend()
    const { bus: asking } = await openAt(there)
    const { bus: responding } = await openAt(there)
    await responding.respond('chats.unread', signIn.verifier, async (_ask, { id, session }) => ({ id, session }))
    const as = signIn.identityAt('users', 'asha', 'one')
    expect(await asking.request('chats.unread', ask, { ...patience, as })).toEqual({ id: 'asha', session: 'one' })
  })

  test('a request without a token, or with an expired or foreign one, is refused and not handled', async () => {
    const { bus } = await openAt(await backend())
    const handled: string[] = []
    await bus.respond('chats.unread', signIn.verifier, async (_ask, { id, session }) => {
      handled.push(id)
      return { id, session }
    })
    const good = signIn.identityAt('users', 'asha')
    const refused = [
      undefined as never,
      { ...good, token: '' },
      { ...good, token: `${good.token.slice(0, -4)}AAAA` },
      createSignIn(createKeyPair(), 'chats').identityAt('users', 'asha'),
      expired('asha'),
    ]
    for (const as of refused) {
      const asking = bus.request('chats.unread', ask, { ...patience, as })
      await expect(asking).rejects.toMatchObject({ name: 'AppError', code: 'NOT_AUTHENTICATED' })
    }
    expect(handled).toEqual([])
  })

  test.each(AUDIENCES.filter((name) => name !== 'users'))(
    'a token that was sent to %s, which may not ask this, is refused',
    async (name) => {
      const { bus } = await openAt(await backend())
      await bus.respond('chats.unread', signIn.verifier, async (_ask, { id, session }) => ({ id, session }))
      const asking = bus.request('chats.unread', ask, { ...patience, as: signIn.identityAt(name, 'asha') })
      // Those of the registry are valid for users as well.
      if (name === 'registry') await asking
      else await expect(asking).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' })
    },
  )

  test('a refused token is not logged', async () => {
    const { bus, lines } = await openAt(await backend())
    await bus.respond('chats.unread', signIn.verifier, async () => {
      throw new Error('failed')
    })
    for (const as of [signIn.identityAt('users', 'asha'), expired('asha')]) {
      await bus.request('chats.unread', ask, { ...patience, as }).catch(() => undefined)
    }
    expect(lines.all.length).toBeGreaterThan(0)
    expect(JSON.stringify(lines.all)).not.toMatch(/eyJ/)
  })
}

function expired(id: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - TOKEN_EXPIRED_MS })
  try {
    return signIn.identityAt('users', id)
  } finally {
    vi.useRealTimers()
  }
}
