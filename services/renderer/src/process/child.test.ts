import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { codeOf } from '@aangan/service-kit/worker'
import { expect, it, onTestFinished } from 'vitest'
import type { Order } from './orders.ts'

const CODE = { name: 'renderer-child', source: new URL('./child.ts', import.meta.url) }

async function start(): Promise<ChildProcess> {
  const options = ['--no-warnings', '--input-type=module', '--eval', await codeOf(CODE), '500']
  const child = spawn(process.execPath, options, { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

it.each([
  ['loops', 'for (;;);'],
  ['loops in microtasks', '(async () => { for (;;) await null })()'],
])('ends without its parent, although it has code that %s', async (_what, code) => {
  const child = await start()
  child.send({ id: 1, code: '', filename: 'nothing' } satisfies Order)
  await once(child, 'message')
  child.send({ id: 2, code, filename: 'loop' } satisfies Order)
  child.disconnect()
  const [, signal] = await once(child, 'exit')
  expect(signal).toBeNull()
})

it.each([
  ['throws what cannot be read', 'throw { get message() { throw null } }'],
  ['throws what cannot be asked', 'throw new Proxy({}, { has() { throw null } })'],
  ['throws a long text', "throw 'x'.repeat(1e7)"],
])('says in few words that code threw, although it %s', async (_what, code) => {
  const child = await start()
  child.send({ id: 1, code, filename: 'bad' } satisfies Order)
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  expect(answer).toEqual({ id: 1, error: expect.stringMatching(/^.{1,10000}$/) })
})

it('passes on no page that is far too long, although code goes around the realm', async () => {
  const child = await start()
  const code = `globalThis.realm = { renderRemote() {}, renderShell: () => 'x'.repeat(1e7) }`
  child.send({ id: 1, code, filename: 'bad' } satisfies Order)
  await once(child, 'message')
  const answered = new Promise((resolve) =>
    child.on('message', (answer: object) => !('begins' in answer) && resolve(answer)),
  )
  child.send({ id: 2, page: '{}' } satisfies Order)
  expect(await answered).toEqual({ id: 2, error: 'its page has 10000000 characters' })
})
