/**
 * @typedef {object} Gate
 * @property {() => Promise<() => void>} enter waits while closed; call the returned function when the request ends
 * @property {(limitMs: number) => Promise<void>} close blocks new requests; resolves once all in-flight ones end, or after the limit
 * @property {() => void} open
 */

/** Holds requests until the services can respond, so that none fails during a restart. @returns {Gate} initially closed */
export function createGate() {
  let inside = 0
  /** @type {PromiseWithResolver | undefined} */
  let closed = withResolver()
  /** @type {(() => void)[]} */
  let leaving = []

  const leave = () => {
    inside -= 1
    if (inside > 0) return
    for (const empty of leaving) empty()
    leaving = []
  }

  return {
    async enter() {
      while (closed) await closed.promise
      inside += 1
      let isIn = true
      return () => {
        if (isIn) leave()
        isIn = false
      }
    },
    async close(limitMs) {
      closed ??= withResolver()
      if (inside === 0) return
      await new Promise((resolve) => {
        const limit = setTimeout(resolve, limitMs)
        leaving.push(() => {
          clearTimeout(limit)
          resolve(undefined)
        })
      })
    },
    open() {
      closed?.resolve()
      closed = undefined
    },
  }
}

/** @typedef {{ promise: Promise<void>, resolve: () => void }} PromiseWithResolver */

/** @returns {PromiseWithResolver} */
function withResolver() {
  /** @type {() => void} */
  let resolve = () => {}
  const promise = /** @type {Promise<void>} */ (
    new Promise((done) => {
      resolve = () => done(undefined)
    })
  )
  return { promise, resolve }
}
