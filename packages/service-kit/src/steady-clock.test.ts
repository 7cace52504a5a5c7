import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createSteadyClock } from './steady-clock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-11-26T12:00:00Z')

/** `pass` advances both clocks, `step` the system's alone; `time` is in days since the start. */
function clockAt(start = START) {
  let [system, elapsed] = [start, 0]
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => lines.push(line) })
  const now = createSteadyClock({ log, now: () => system, elapsedMs: () => elapsed })
  return {
    lines,
    time: () => (now().getTime() - START) / DAY,
    pass(ms: number) {
      system += ms
      elapsed += ms
    },
    step(ms: number) {
      system += ms
    },
  }
}

test('follows time that passes, small steps, and steps back', () => {
  const clock = clockAt()
  clock.pass(30 * DAY)
  expect(clock.time()).toBe(30)
  clock.step(DAY)
  expect(clock.time()).toBe(31)
  clock.step(-5 * DAY)
  expect(clock.time()).toBe(26)
  clock.step(5 * DAY)
  expect(clock.time()).toBe(31)
  expect(clock.lines).toEqual([])
})

test('after a step of a week it is a day ahead, however often it is asked, and says so once', () => {
  const clock = clockAt()
  clock.step(7 * DAY)
  for (let asked = 0; asked < 3; asked += 1) expect(clock.time()).toBe(1)
  clock.pass(2 * HOUR)
  expect(clock.time()).toBeCloseTo(1 + 4 / 24)
  expect(clock.lines).toHaveLength(1)
  expect(JSON.parse(clock.lines[0] ?? '')).toMatchObject({
    system: '2026-12-03T12:00:00.000Z',
    expected: '2026-11-26T12:00:00.000Z',
  })
  clock.step(-7 * DAY)
  expect(clock.time()).toBeCloseTo(2 / 24)
})

test('a step that stays is caught up, as after a machine that slept', () => {
  const clock = clockAt()
  clock.step(3 * DAY)
  for (let day = 0; day < 3; day += 1) {
    clock.time()
    clock.pass(DAY)
  }
  expect(clock.time()).toBe(6)
})

test('a clock that is set after the start is followed at once', () => {
  const clock = clockAt(0)
  clock.time()
  clock.step(START)
  expect(clock.time()).toBe(0)
})
