import { type ChildProcess, spawn } from 'node:child_process'
import type { Answer, Costs, Order, Step } from './orders.ts'

export interface RenderingProcess {
  /** Rejects with a ProcessEnded or a NotBegun, or with an Error if the code throws. */
  run(code: string, filename: string): Promise<void>
  render(page: string): Promise<Rendered>
  readonly hasEnded: boolean
  end(): void
}

export interface Rendered {
  /** JSON. */
  result: string
  costMs: Costs
}

/** What it was given has ended the process: it never ended, needed too much memory, or exited. */
export class ProcessEnded extends Error {
  /** Whether a page's remote was done, so that it was the shell. */
  readonly isShells: boolean
  constructor(why: string, isShells: boolean) {
    super(why)
    this.isShells = isShells
  }
}

/** Its turn never came: the process has ended. */
export class NotBegun extends Error {}

/** For the first order, which waits for the process. */
const START_WITHIN_MS = 10_000
/** For how many times its limit code goes on if this process is killed. */
const LEFT_ALONE = 10
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

interface Task {
  order: Omit<Extract<Order, { code: string }>, 'id'> | Omit<Extract<Order, { page: string }>, 'id'>
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

interface Limits {
  memoryMb: number
  /** What takes longer may never end. */
  withinMs: number
}

/**
 * A process for code of releases: without environment, files, processes and threads, and with so much memory. It does one
 * thing after another.
 * @param code of child.ts, as a module
 */
export function startProcess(code: string, limits: Limits): RenderingProcess {
  // A realm always gets some object of Node.js, such as the error of a call too deep: nothing can be changed by it.
  const rights = ['--disallow-code-generation-from-strings', '--frozen-intrinsics', PERMISSION]
  const options = [`--max-old-space-size=${limits.memoryMb}`, '--no-warnings', '--input-type=module', '--eval', code]
  const limit = String(LEFT_ALONE * limits.withinMs)
  const child: ChildProcess = spawn(process.execPath, [...rights, ...options, limit], {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const tasks: Task[] = []
  let current: (Task & { id: number; timer: NodeJS.Timeout; isShells: boolean }) | null = null
  let hasEnded = false
  let lastId = 0

  function next(): void {
    if (current !== null || hasEnded) return
    const task = tasks.shift()
    if (task === undefined) return
    lastId += 1
    current = {
      ...task,
      id: lastId,
      timer: startTimer(lastId === 1 ? START_WITHIN_MS : limits.withinMs),
      isShells: false,
    }
    child.send({ ...task.order, id: lastId }, (error) => {
      if (error) end(error.message)
    })
  }

  function startTimer(withinMs: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      // If this process was stopped, the answer may have come meanwhile: it is read first.
      setImmediate(() => {
        if (current?.timer === timer) end(`it took longer than ${withinMs} ms`)
      })
    }, withinMs)
    return timer
  }

  function end(why: string, isOurs = false): void {
    if (hasEnded) return
    hasEnded = true
    child.kill('SIGKILL')
    clearTimeout(current?.timer)
    current?.reject(isOurs ? new NotBegun(why) : new ProcessEnded(why, current.isShells))
    current = null
    for (const { reject } of tasks.splice(0)) reject(new NotBegun(why))
  }

  child.on('message', (answer: Answer | Step) => {
    if (answer.id !== current?.id) return
    const { resolve, timer } = current
    if ('begins' in answer) {
      clearTimeout(timer)
      current = { ...current, timer: startTimer(limits.withinMs), isShells: true }
      return
    }
    clearTimeout(timer)
    current = null
    resolve(answer)
    next()
  })
  child.on('error', (error) => end(error.message))
  child.on('exit', (exitCode, signal) => end(`it ended with ${signal ?? exitCode}`))

  function order(order: Task['order']): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (hasEnded) return reject(new NotBegun('the process has ended'))
      tasks.push({ order, resolve, reject })
      next()
    })
  }

  return {
    async run(text, filename) {
      const { error } = await order({ code: text, filename })
      if (error !== undefined) throw new Error(error)
    },
    async render(page) {
      const { result, error, costMs } = await order({ page })
      if (result === undefined || costMs === undefined) throw new Error(error ?? 'it answered nothing')
      return { result, costMs }
    },
    get hasEnded() {
      return hasEnded
    },
    end: () => end('it is no longer needed', true),
  }
}
