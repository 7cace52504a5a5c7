import type { Bus } from '@aangan/service-kit/bus/bus'
import { openBus, openParked } from '@aangan/service-kit/bus/open'
import type { ParkedEvents } from '@aangan/service-kit/bus/parked'
import { createLog } from '@aangan/service-kit/log'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../testing/site-process.ts'
import { readArguments } from './args.ts'
import { runCommand } from './parked-events.ts'

type NoteEvents = { 'note.made': { text: string } }

const log = createLog({ level: 'silent' })
let url: string
let bus: Bus<NoteEvents, Record<never, never>, object>
let parked: ParkedEvents
let isMended: boolean
let handled: string[]

beforeEach(async () => {
  isMended = false
  handled = []
  url = await newSqliteUrl()
  bus = await openBus(url, { name: 'test', log })
  parked = await openParked(url, { log })
  for (const durable of ['notes-mails', 'notes-search']) {
    await bus.subscribe({
      durable,
      subjects: ['note.made'],
      maxAttempts: 1,
      async handle({ id }) {
        if (!isMended) throw new Error('no \u001b[31mred')
        handled.push(`${durable} ${id}`)
      },
    })
  }
  await bus.publish({ id: 'a', subject: 'note.made', data: { text: 'नमस्ते' } })
  await bus.publish({ id: 'b', subject: 'note.made', data: { text: 'x'.repeat(600) } })
  await expect.poll(async () => (await lines('--json')).length, { timeout: 20_000 }).toBe(4)
})

afterEach(async () => {
  await parked.close()
  await bus.close()
})

async function lines(...args: string[]): Promise<string[]> {
  const printed: string[] = []
  for await (const line of runCommand(readArguments(args), parked)) printed.push(line)
  return printed
}

test('lists what is parked, without control characters, and long data in part', async () => {
  const listed = await lines('--durable', 'notes-mails')
  expect(listed).toHaveLength(3)
  expect(listed[0]).toMatch(/^\d{4}-\d\d-\d\dT\S+ {2}notes-mails {2}note\.made {2}a\n {2}published {2}\d{4}-/)
  const [parkedAt = '', removedAt = ''] = listed[0]?.match(/\d{4}-\d\d-\d\dT\S+Z(?!\n)/g) ?? []
  expect(Date.parse(removedAt) - Date.parse(parkedAt)).toBe(30 * 86_400_000)
  expect(listed[0]).toContain('attempts   1\n  error      Error: no ·[31mred\n  data       {"text":"नमस्ते"}')
  expect(listed[1]).toContain('… (whole with --json)')
  expect(listed[2]).toBe('2 events parked, the longest parked first.')
  expect(await lines('--durable', 'none')).toEqual(['0 events parked.'])
  const [first] = (await lines('--json', '--durable', 'notes-search')).map((line) => JSON.parse(line))
  expect(first).toMatchObject({ durable: 'notes-search', subject: 'note.made', id: 'a', attempts: 1 })
})

test('the command runs beside a site, and says what an operator can fix', async () => {
  isMended = true
  const outcome = async (args: string[], env: Record<string, string> = {}) => {
    const { ended, output } = run('events', { BUS_URL: url, ...env }, args)
    return { code: await ended, ...output }
  }
  expect(await outcome([])).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('4 events parked') })
  const [event = ''] = (await outcome(['--json'], { PARKED_DAYS: '7' })).stdout.split('\n')
  const { parkedAt, expiresAt } = JSON.parse(event)
  expect(Date.parse(expiresAt) - Date.parse(parkedAt)).toBe(7 * 86_400_000)
  expect(await outcome(['replay'])).toEqual({ code: 0, stderr: '', stdout: '4 events replayed.\n' })
  await expect.poll(() => handled.length, { timeout: 20_000 }).toBe(4)
  expect(await outcome(['discard', 'z'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^events: No parked event has the id z\..*\n$/),
  })
  const away = await outcome([], { BUS_URL: 'nats://127.0.0.1:1' })
  expect(away).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^events: .*NATS at 127.0.0.1:1 is unavailable\)\n$/),
  })
})

test('replays events by id and durable, or all', async () => {
  isMended = true
  expect(await lines('replay', '--durable', 'notes-mails', 'a')).toEqual(['1 event replayed.'])
  await expect.poll(() => handled).toEqual(['notes-mails a'])
  expect(await lines('replay')).toEqual(['3 events replayed.'])
  await expect
    .poll(() => [...handled].sort())
    .toEqual(['notes-mails a', 'notes-mails b', 'notes-search a', 'notes-search b'])
  expect(await lines()).toEqual(['0 events parked.'])
})

test('an event that fails again is listed again', async () => {
  const before = await lines('--json')
  expect(await lines('replay')).toEqual(['4 events replayed.'])
  await expect.poll(async () => (await lines('--json')).filter((line) => !before.includes(line)).length).toBe(4)
})

test('discards by id only, and names what is not parked', async () => {
  expect(await lines('discard', 'a')).toEqual(['2 events discarded.'])
  expect(await lines('discard', '--durable', 'notes-mails', 'b')).toEqual(['1 event discarded.'])
  await expect(lines('discard', 'a', 'b')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'No parked event has the id a. List them with npm run events.',
  })
  expect(await lines('--json')).toHaveLength(1)
  expect(handled).toEqual([])
})

test.each([
  [['drop'], 'Unknown command "drop": use replay or discard'],
  [['discard'], 'discard needs the ID of each event to discard'],
  [['replay', '--json'], '--json is for the list'],
  [['--all'], "Unknown option '--all'"],
])('refuses %j, with the usage', (args, problem) => {
  expect(() => readArguments(args)).toThrow(`${problem}. Usage: npm run events -- [--durable NAME]`)
})
