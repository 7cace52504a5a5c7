/** @typedef {Awaited<ReturnType<ReturnType<typeof connect>['openTab']>>} Tab */

/**
 * Chromium's DevTools protocol over `--remote-debugging-pipe`: JSON, each message ended by a zero byte.
 * @param {import('node:child_process').ChildProcess} child which reads file 3 and writes file 4
 */
export function connect(child) {
  const input = /** @type {import('node:stream').Writable} */ (child.stdio[3])
  const output = /** @type {import('node:stream').Readable} */ (child.stdio[4])
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const calls = new Map()
  /** Of each tab, by session and method. @type {Map<string, (params: any) => void>} */
  const listeners = new Map()
  let lastId = 0
  let rest = ''
  /** @type {Error | undefined} */
  let end

  /** @param {Error} error */
  function fail(error) {
    end ??= error
    for (const { reject } of calls.values()) reject(end)
    calls.clear()
  }

  /** @param {{ id?: number, result?: any, error?: { message: string }, method?: string, params?: any, sessionId?: string }} message */
  function receive({ id, result, error, method, params, sessionId }) {
    if (id === undefined) return listeners.get(`${sessionId} ${method}`)?.(params)
    const call = calls.get(id)
    calls.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  }

  output.setEncoding('utf8').on('data', (chunk) => {
    const messages = (rest + chunk).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) receive(JSON.parse(message))
  })
  child.on('error', fail)
  child.on('close', (code) => fail(new Error(`the browser ended with ${code}`)))
  // It ends with the browser, which is reported.
  input.on('error', fail)

  /** @param {string} method @param {object} [params] @param {string} [sessionId] @returns {Promise<any>} */
  function send(method, params = {}, sessionId) {
    if (end) return Promise.reject(end)
    lastId += 1
    const id = lastId
    input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    return new Promise((resolve, reject) => calls.set(id, { resolve, reject }))
  }

  return {
    send,
    /** @param {number} answersWithinMs a page whose script never ends would not answer */
    async openTab(answersWithinMs) {
      // Of one window only the front tab would paint.
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', newWindow: true })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      return {
        /** @param {string} method @param {object} [params] @returns {Promise<any>} */
        send: (method, params) => within(answersWithinMs, send(method, params, sessionId)),
        /** @param {string} method @param {(params: any) => void} listener */
        on: (method, listener) => void listeners.set(`${sessionId} ${method}`, listener),
        close: () => send('Target.closeTarget', { targetId }),
      }
    },
  }
}

/** Rejects after that time. @template T @param {number} ms @param {Promise<T>} work @returns {Promise<T>} */
export async function within(ms, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1_000} s`)), ms)
  })
  try {
    return await Promise.race([work, /** @type {Promise<never>} */ (late)])
  } finally {
    clearTimeout(timer)
  }
}
