import { expect, test } from 'vitest'
import { framesOf, type TraceEvent } from './trace.ts'

const MAIN = { pid: 1, tid: 1 }

function task(ts: number, dur: number, tdur = dur): TraceEvent {
  return { name: 'RunTask', ...MAIN, ts: ts * 1_000, dur: dur * 1_000, tdur: tdur * 1_000 }
}

function call(ts: number): TraceEvent {
  return { name: 'FireAnimationFrame', ...MAIN, ts: ts * 1_000, dur: 100, tdur: 100 }
}

test('a frame spans all tasks from its callbacks to the next callbacks, in thread time', () => {
  const other = { ...task(3, 500), tid: 2 }
  const events = [
    task(0, 2),
    ...[task(10, 4, 3), call(11), call(12), task(15, 1), other],
    ...[task(27, 30, 20), call(28)],
    ...[task(60, 2), call(61)],
  ]
  expect(framesOf(events.toReversed())).toEqual([
    { workMs: 4, tookMs: 17 },
    { workMs: 20, tookMs: 33 },
  ])
})

test('throws for a trace without frames', () => {
  expect(() => framesOf([task(0, 1)])).toThrow(/no frames/)
})
