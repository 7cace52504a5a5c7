import { expect, test } from 'vitest'
import { shareAnswers } from './shared.ts'

test('nobody gets an answer that was begun before they asked, and each ends before the next', async () => {
  const share = shareAnswers<number>()
  const pending: (() => void)[] = []
  let now = 0
  const ask = async () => {
    const seen = now
    await new Promise<void>((resolve) => pending.push(resolve))
    return seen
  }
  const first = share('a', ask)
  now = 1
  const [second, third] = [share('a', ask), share('a', ask)]
  now = 2
  expect(pending).toHaveLength(1)
  pending.pop()?.()
  expect(await first).toBe(0)
  await expect.poll(() => pending.length).toBe(1)
  now = 3
  const fourth = share('a', ask)
  pending.pop()?.()
  expect(await Promise.all([second, third])).toEqual([2, 2])
  await expect.poll(() => pending.length).toBe(1)
  pending.pop()?.()
  expect(await fourth).toBe(3)
})

test('a failure is only that of those who share it', async () => {
  const share = shareAnswers<string>()
  const fails = () => Promise.reject(new Error('away'))
  const answers = [share('a', fails), share('a', async () => 'second'), share('a', async () => 'not asked')]
  expect(await Promise.allSettled(answers)).toMatchObject([
    { status: 'rejected' },
    { value: 'second' },
    { value: 'second' },
  ])
  expect(await share('a', async () => 'third')).toBe('third')
})
