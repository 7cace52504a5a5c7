import { expect, it } from 'vitest'
import { EMPTY, SHELL, start, startOnce } from '../testing/renderer.ts'

const SECRET = 'kept-from-releases'

/** Puts a property on all objects of the realm that an object is of, unless that is the bundle's own. */
const CHANGE = `(found) => {
  let last = found
  while (Object.getPrototypeOf(last)) last = Object.getPrototypeOf(last)
  return last === Object.prototype ? 'its own' : typeof Object.defineProperty(last, 'changed', { value: true })
}`
/** What Node.js throws while it describes an error at the end of the stack. */
const TOO_DEEP = `(() => {
  let found = {}
  const deeper = () => {
    try { deeper() } catch (own) {
      try { own.stack } catch (error) { if (!(error instanceof Error)) found = error }
      try { new Error().stack } catch (error) { if (!(error instanceof Error)) found = error }
      if (!(own instanceof Error)) found = own
      throw own
    }
  }
  try { deeper() } catch {}
  return found
})()`

/** Tries to reach Node.js by an object that is not of its realm. */
const ESCAPES = {
  'a global of Node.js': `typeof process + typeof require('fs')`,
  'a constructor': `globalThis.constructor.constructor('return process')().env.AANGAN_TEST`,
  'a function of a constructor': `(function () {}).constructor('return process')().env.AANGAN_TEST`,
  'the error of an import': `(await imported).constructor.constructor('return process')().env.AANGAN_TEST`,
  'its caller': `(() => { const caller = Error.prepareStackTrace; Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getThis?.()?.constructor?.constructor?.('return process')()?.env?.AANGAN_TEST).join(); try { return new Error().stack } finally { Error.prepareStackTrace = caller } })()`,
  'a promise that Node.js awaits': `(() => { let found = ''; const then = Promise.prototype.then; Promise.prototype.then = function (...args) { for (const each of args) try { found += each?.constructor?.('return process')().env.AANGAN_TEST } catch {} return then.apply(this, args) }; return found })()`,
  'changing objects of Node.js, by the error of an import': `(${CHANGE})(await imported)`,
  'changing objects of Node.js, by the error of a call too deep': `(${CHANGE})(${TOO_DEEP})`,
  'what waits without processor time, or runs between pages': `[globalThis.Atomics, globalThis.SharedArrayBuffer, globalThis.WebAssembly, globalThis.FinalizationRegistry].map((each) => typeof each).find((each) => each !== 'undefined')`,
  'the network': `typeof fetch + typeof XMLHttpRequest + typeof WebSocket`,
}

process.env.AANGAN_TEST = SECRET
const attempts = Object.entries(ESCAPES).map(([what, attempt], at) => ({ what, name: `mfe-bad-${at}`, attempt }))
// What is not imported is known only after the call.
const attempting = (attempt: string) =>
  `const imported = import('node:fs').catch((error) => error)
  exports.mount = async () => { try { return 'got ' + (${attempt}) } catch (error) { return 'threw ' + error } }`
const renderer = startOnce(
  Object.fromEntries(attempts.map(({ name, attempt }) => [name, { code: attempting(attempt) }])),
)

it.each(attempts)('code of a release gets nothing by $what', async ({ name }) => {
  const html = (await renderer().render(name))?.html ?? ''
  expect(html).toMatch(/got|threw/)
  expect(html).not.toContain(SECRET)
  expect(html).not.toMatch(/got (object|function)/)
})

it('code of a release is not outside of the folder of releases', async () => {
  const renderer = await start({})
  await renderer.release('../secrets', { code: SHELL })
  expect(await renderer.render('../secrets')).toEqual(EMPTY)
})
