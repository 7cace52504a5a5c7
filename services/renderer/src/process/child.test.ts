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
