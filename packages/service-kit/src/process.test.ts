import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type Child, spawnChild } from './testing/child-process.ts'

const fixture = new URL('./testing/process-fixture.ts', import.meta.url)

interface Running {
  child: Child
  output(): string
  errors(): string
  /** Resolves with the first match in the output. */
  seen(pattern: RegExp): Promise<RegExpExecArray>
  ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>
}

const started: Child[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

async function run(env: Record<string, string>, under: string[] = []): Promise<Running> {
  const child = await spawnChild(fixture, [], { env: { PATH: process.env.PATH, ...env }, isQuiet: true, under })
  started.push(child)
  let [output, errors] = ['', '']
  child.stdout.on('data', (text) => (output += String(text)))
  child.stderr.on('data', (text) => (errors += String(text)))
  const find = (pattern: RegExp) => {
    const found = pattern.exec(output)
    if (!found) throw new Error(`${pattern} did not come; this did: ${output}${errors}`)
    return found
  }
  const seen = (pattern: RegExp) => vi.waitFor(() => find(pattern), { timeout: 60_000, interval: 10 })
  const ended = once(child, 'close') as Running['ended']
  return { child, output: () => output, errors: () => errors, seen, ended }
}

test('an invalid variable is one line on stderr and exit code 1', { timeout: 120_000 }, async () => {
  const { ended, errors, output } = await run({ LOG_LEVEL: 'loud', METRICS_PORT: '-1' })
  expect((await ended)[0]).toBe(1)
  expect(errors()).toMatch(
    /^fixture: Invalid configuration: LOG_LEVEL="loud" is invalid; .* METRICS_PORT="-1" is invalid; .*\n$/,
  )
  expect(output()).toBe('')
})

test('a port in use is one line on stderr, and open parts are closed', { timeout: 120_000 }, async () => {
  const first = await run({})
  const [, port = ''] = await first.seen(/"port":(\d+)/)
  const second = await run({ PORT: port })
  expect((await second.ended)[0]).toBe(1)
  expect(second.errors()).toBe(
    `fixture: port ${port} on 127.0.0.1 is already in use: stop the other process or choose another\n`,
  )
  expect(second.output()).toContain('closed the store')
})

test('what the system refuses is one line on stderr, without a stack', { timeout: 120_000 }, async () => {
  const { ended, errors } = await run({ KEY_FILE: '/' })
  expect((await ended)[0]).toBe(1)
  expect(errors()).toBe('fixture: The key file / cannot be read: EISDIR: illegal operation on a directory, read\n')
})

test.runIf(existsSync('/dev/full'))('a log on a full disk ends no process', { timeout: 120_000 }, async () => {
  const port = await freePort()
  const { child, ended, errors } = await run({ PORT: port }, ['sh', '-c', 'exec "$@" > /dev/full', 'sh'])
  const request = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  await vi.waitFor(() => request('/livez'), { timeout: 60_000, interval: 50 })
  // Logs a line.
  for (let count = 0; count < 3; count += 1) expect(await request('/slow')).toBe(200)
  child.kill('SIGTERM')
  expect([await ended, errors()]).toEqual([[0, null], ''])
})

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}

test('SIGTERM finishes in-flight requests, closes in reverse order and exits with 0', {
  timeout: 120_000,
}, async () => {
  const running = await run({ METRICS_PORT: '0' })
  const [, port] = await running.seen(/"port":(\d+)/)
  const answer = fetch(`http://127.0.0.1:${port}/slow`)
  await running.seen(/entered/)
  running.child.kill('SIGTERM')
  expect(await (await answer).text()).toBe('done')
  expect(await running.ended).toEqual([0, null])
  expect(running.output()).toMatch(/closed the server.*closed the store/s)
})

test('the same signal again at once, as npm forwards it, does not cut the stop short', {
  timeout: 120_000,
}, async () => {
  const running = await run({})
  const [, port] = await running.seen(/"port":(\d+)/)
  const answer = fetch(`http://127.0.0.1:${port}/slow`)
  await running.seen(/entered/)
  running.child.kill('SIGINT')
  await running.seen(/"stopping"/)
  running.child.kill('SIGINT')
  expect(await (await answer).text()).toBe('done')
  expect(await running.ended).toEqual([0, null])
  expect(running.output()).toMatch(/closed the server.*closed the store/s)
})

test('a second signal, a moment later, ends the process', { timeout: 120_000 }, async () => {
  const running = await run({})
  const [, port] = await running.seen(/"port":(\d+)/)
  fetch(`http://127.0.0.1:${port}/stuck`).catch(() => undefined)
  await running.seen(/entered/)
  running.child.kill('SIGINT')
  const again = setInterval(() => running.child.kill('SIGINT'), 100)
  expect(await running.ended).toEqual([1, null])
  clearInterval(again)
  expect(running.output()).not.toContain('did not finish in time')
})

test('a signal during the start stops it without complaint once it has ended', { timeout: 120_000 }, async () => {
  const running = await run({ START_AFTER: 'SIGINT' })
  await running.seen(/"starting"/)
  running.child.kill('SIGINT')
  const [, port = ''] = await running.seen(/"port":(\d+)/)
  expect(await running.ended).toEqual([0, null])
  expect(running.output()).toMatch(/closed the server.*closed the store/s)

  const other = await run({ PORT: port })
  await other.seen(/"port"/)
  const failing = await run({ START_AFTER: 'SIGINT', PORT: port })
  await failing.seen(/"starting"/)
  failing.child.kill('SIGINT')
  expect([await failing.ended, failing.errors()]).toEqual([[0, null], ''])
  expect(failing.output()).toContain('closed the store')
})

test('a process that does not stop in time exits with code 1', { timeout: 120_000 }, async () => {
  const running = await run({ STOP_DEADLINE_MS: '100' })
  const [, port] = await running.seen(/"port":(\d+)/)
  fetch(`http://127.0.0.1:${port}/stuck`).catch(() => undefined)
  await running.seen(/entered/)
  running.child.kill('SIGINT')
  expect((await running.ended)[0]).toBe(1)
  expect(running.output()).toContain('shutdown did not finish in time')
})
