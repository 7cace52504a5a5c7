import type { Bus } from '@aangan/service-kit/bus/bus'
import { openBus, openParked } from '@aangan/service-kit/bus/open'
import type { ParkedEvents } from '@aangan/service-kit/bus/parked'
import { createLog } from '@aangan/service-kit/log'
import { newSqlitePlace } from '@aangan/service-kit/testing/sqlite-place'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArguments } from './args.ts'
import { runCommand } from './parked-events.ts'

type NoteEvents = { 'note.made': { text: string } }

const log = createLog({ level: 'silent' })
let bus: Bus<NoteEvents, Record<never, never>, object>
let parked: ParkedEvents
let isMended: boolean
let handled: string[]

beforeEach(async () => {
  isMended = false
  handled = []
  const url = await newSqlitePlace()
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
  await expect.poll(async () => (await run('--json')).length, { timeout: 20_000 }).toBe(4)
})

afterEach(async () => {
  await parked.close()
  await bus.close()
})

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of runCommand(readArguments(args), parked)) lines.push(line)
  return lines
}

test('lists what is parked, without control characters, and long data in part', async () => {
  const lines = await run('--durable', 'notes-mails')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT\S+ {2}notes-mails {2}note\.made {2}a\n {2}published {2}\d{4}-/)
  expect(lines[0]).toContain('attempts   1\n  error      Error: no ·[31mred\n  data       {"text":"नमस्ते"}')
  expect(lines[1]).toContain('… (whole with --json)')
  expect(lines[2]).toBe('2 events parked, the longest parked first.')
  expect(await run('--durable', 'none')).toEqual(['0 events parked.'])
  const [first] = (await run('--json', '--durable', 'notes-search')).map((line) => JSON.parse(line))
  expect(first).toMatchObject({ durable: 'notes-search', subject: 'note.made', id: 'a', attempts: 1 })
})

test('replays events by id and durable, or all', async () => {
  isMended = true
  expect(await run('replay', '--durable', 'notes-mails', 'a')).toEqual(['1 event replayed.'])
  await expect.poll(() => handled).toEqual(['notes-mails a'])
  expect(await run('replay')).toEqual(['3 events replayed.'])
  await expect
    .poll(() => [...handled].sort())
    .toEqual(['notes-mails a', 'notes-mails b', 'notes-search a', 'notes-search b'])
  expect(await run()).toEqual(['0 events parked.'])
})

test('an event that fails again is listed again', async () => {
  const before = await run('--json')
  expect(await run('replay')).toEqual(['4 events replayed.'])
  await expect.poll(async () => (await run('--json')).filter((line) => !before.includes(line)).length).toBe(4)
})

test('discards by id only, and names what is not parked', async () => {
  expect(await run('discard', 'a')).toEqual(['2 events discarded.'])
  expect(await run('discard', '--durable', 'notes-mails', 'b')).toEqual(['1 event discarded.'])
  await expect(run('discard', 'a', 'b')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'No parked event has the id a. List them with npm run events.',
  })
  expect(await run('--json')).toHaveLength(1)
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
