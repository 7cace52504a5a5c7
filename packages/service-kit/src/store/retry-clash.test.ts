import { expect, it } from 'vitest'
import { retryClash } from './retry-clash.ts'

it('an upsert that another one preceded runs once more, any other failure does not', async () => {
  const run = async (...failures: Error[]) => {
    let runs = 0
    const upsert = async () => {
      runs += 1
      const failure = failures.shift()
      if (failure) throw failure
      return runs
    }
    return await retryClash(upsert).catch((error: Error) => `${error.message} after ${runs}`)
  }
  const clash = () => Object.assign(new Error('clash'), { code: 11000 })
  expect(await run()).toBe(1)
  expect(await run(clash())).toBe(2)
  expect(await run(clash(), clash())).toBe('clash after 2')
  expect(await run(new Error('down'))).toBe('down after 1')
})
