import { connect } from 'node:net'
import { error, Session } from 'selenium-webdriver'
import type { Command, Executor } from 'selenium-webdriver/lib/command.js'

/** What Firefox calls the commands of WebDriver that the tests use. */
const COMMANDS: Record<string, string> = {
  newSession: 'WebDriver:NewSession',
  quit: 'Marionette:Quit',
  setContext: 'Marionette:SetContext',
  setTimeout: 'WebDriver:SetTimeouts',
  setWindowRect: 'WebDriver:SetWindowRect',
  get: 'WebDriver:Navigate',
  goBack: 'WebDriver:Back',
  getCurrentUrl: 'WebDriver:GetCurrentURL',
  executeScript: 'WebDriver:ExecuteScript',
  clickElement: 'WebDriver:ElementClick',
  clearElement: 'WebDriver:ElementClear',
  sendKeysToElement: 'WebDriver:ElementSendKeys',
  actions: 'WebDriver:PerformActions',
  screenshot: 'WebDriver:TakeScreenshot',
}

type Answer = [type: 1, id: number, failure: { error: string; message: string } | null, result: unknown]

interface Waiting {
  resolve(result: unknown): void
  reject(failure: unknown): void
}

/**
 * Sends WebDriver's commands to a Firefox that listens on `port`, as geckodriver does, which Debian lacks.
 * @returns an executor for Selenium's `WebDriver`
 */
export function marionette(port: number): Executor {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, Waiting>()
  let received: Buffer = Buffer.alloc(0)
  let last = 0
  socket.on('data', (bytes) => {
    const { messages, rest } = split(Buffer.concat([received, bytes]))
    received = rest
    for (const message of messages) if (Array.isArray(message)) settle(message as Answer)
  })
  const stop = (cause?: Error) => {
    for (const { reject } of waiting.values()) reject(cause ?? new Error('Firefox closed the connection.'))
    waiting.clear()
  }
  socket.on('error', stop).on('close', () => stop())

  function settle([, id, failure, result]: Answer): void {
    const sent = waiting.get(id)
    waiting.delete(id)
    if (failure) sent?.reject(new error.WebDriverError(`${failure.error}: ${failure.message}`))
    else sent?.resolve(result)
  }

  return {
    async execute(command: Command) {
      if (socket.destroyed) throw new Error('Firefox has ended.')
      const result = await new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        const message = JSON.stringify([0, last, nameOf(command), parametersOf(command)])
        socket.write(`${Buffer.byteLength(message)}:${message}`)
      })
      return command.getName() === 'newSession' ? toSession(result) : unwrap(result)
    },
  }
}

function nameOf(command: Command): string {
  const name = COMMANDS[command.getName()]
  if (name === undefined) throw new Error(`Add the command ${command.getName()} to COMMANDS in marionette.ts.`)
  return name
}

/** Selenium names an element by its wire object where HTTP has its id in the path. */
function parametersOf(command: Command): object {
  const { sessionId: _, id, ...rest } = command.getParameters() as { sessionId?: string; id?: unknown }
  if (command.getName() === 'quit') return { flags: ['eForceQuit'] }
  // Otherwise the whole page.
  if (command.getName() === 'screenshot') return { full: false }
  return id === undefined ? rest : { ...rest, id: typeof id === 'object' && id ? Object.values(id)[0] : id }
}

function toSession(result: unknown): Session {
  const { sessionId, capabilities } = result as { sessionId: string; capabilities: object }
  return new Session(sessionId, capabilities)
}

/** Some results are in an object with a value. */
function unwrap(result: unknown): unknown {
  return typeof result === 'object' && result && 'value' in result ? result.value : result
}

/** Each message is preceded by its length in bytes and a colon. */
function split(bytes: Buffer): { messages: unknown[]; rest: Buffer } {
  const messages: unknown[] = []
  let rest = bytes
  for (;;) {
    const colon = rest.indexOf(':')
    const end = colon + 1 + Number(rest.toString('latin1', 0, Math.max(colon, 0)))
    if (colon < 0 || rest.length < end) return { messages, rest }
    messages.push(JSON.parse(rest.toString('utf8', colon + 1, end)))
    rest = rest.subarray(end)
  }
}
