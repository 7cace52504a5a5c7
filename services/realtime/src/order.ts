import { atMost } from '@aangan/service-kit/at-most'
import { LRUCache } from 'lru-cache'

/** How long messages wait for an earlier one. */
const WAIT_MS = 250
/** Retry delay if chats could not fill a gap. */
const RETRY_MS = 1_000
/** With more waiting messages, a chat skips the missing ones. */
const MAX_WAITING = 500
const MAX_CHATS = 20_000

interface Numbered {
  chatId: string
  rev: number
}

interface Between {
  chatId: string
  after: number
  before: number
}

interface Ordering<T> {
  tell(message: T): void
  /** Called for an event that arrives after its message was fetched and delivered. */
  onLateEvent(message: T): void
  /** The first messages between two revs, both exclusive, in order. Called again until it returns no newer one. */
  find(between: Between): Promise<T[]>
}

interface Line<T> {
  /** First and last delivered rev; `first` is null until the node has seen a message of the chat. */
  first: number | null
  last: number
  /** Delivered, but their events have not arrived. */
  found: Set<number>
  /** Older than `first`, but delivered. */
  late: Set<number>
  waiting: Map<number, T>
  isFilling: boolean
  timer: NodeJS.Timeout | undefined
}

/** Two chats processes may publish messages of one chat out of order: those behind a gap wait, then it is fetched. */
export function createOrder<T extends Numbered>({ tell, onLateEvent, find }: Ordering<T>) {
  const lines = new LRUCache<string, Line<T>>({ ...atMost(MAX_CHATS), dispose: (line) => skip(line) })

  let isStopped = false

  function lineOf(chatId: string): Line<T> {
    const known = lines.get(chatId)
    if (known) return known
    const none = { found: new Set<number>(), late: new Set<number>(), waiting: new Map<number, T>() }
    const line: Line<T> = { first: null, last: 0, ...none, isFilling: false, timer: undefined }
    lines.set(chatId, line)
    return line
  }

  function next(line: Line<T>, message: T): void {
    line.first ??= message.rev
    line.last = message.rev
    line.waiting.delete(message.rev)
    tell(message)
  }

  function advance(line: Line<T>, waitMs = WAIT_MS): void {
    for (let found = line.waiting.get(line.last + 1); found; found = line.waiting.get(line.last + 1)) next(line, found)
    if (line.waiting.size > MAX_WAITING) skip(line)
    else if (line.waiting.size === 0) stopWaiting(line)
    else if (!line.isFilling && !isStopped) line.timer ??= setTimeout(() => void fill(line), waitMs)
  }

  /** Delivers the waiting messages without the missing ones. */
  function skip(line: Line<T>): void {
    stopWaiting(line)
    for (const [, message] of [...line.waiting].sort(([one], [other]) => one - other)) next(line, message)
  }

  async function fill(line: Line<T>): Promise<void> {
    const [{ chatId } = { chatId: '' }] = line.waiting.values()
    const before = Math.min(...line.waiting.keys())
    line.isFilling = true
    // In a chat new to this node nothing is missing: clients fetched earlier messages when they connected.
    const isFilled = line.first === null || (await findMissing(line, chatId, before))
    // Messages missing from the store will never arrive.
    if (isFilled) line.last = Math.max(line.last, before - 1)
    line.isFilling = false
    stopWaiting(line)
    advance(line, isFilled ? WAIT_MS : RETRY_MS)
  }

  /** False if it has to be repeated because chats failed. */
  async function findMissing(line: Line<T>, chatId: string, before: number): Promise<boolean> {
    let after = -1
    try {
      // A reply is limited in size and may end before the gap does.
      while (after < line.last && line.last < before - 1) {
        after = line.last
        for (const message of await find({ chatId, after, before })) {
          if (message.rev <= line.last) continue
          if (!line.waiting.has(message.rev)) line.found.add(message.rev)
          next(line, line.waiting.get(message.rev) ?? message)
        }
      }
      return true
    } catch {
      return false
    }
  }

  return {
    take(message: T): void {
      const line = lineOf(message.chatId)
      const { rev } = message
      if (rev > line.last) {
        line.waiting.set(rev, message)
        advance(line)
      } else if (line.found.delete(rev)) onLateEvent(message)
      else if (line.first !== null && rev < line.first && !line.late.has(rev)) {
        line.late.add(rev)
        tell(message)
      }
    },
    stop(): void {
      isStopped = true
      for (const line of lines.values()) stopWaiting(line)
    },
  }
}

function stopWaiting(line: { timer: NodeJS.Timeout | undefined }): void {
  clearTimeout(line.timer)
  line.timer = undefined
}
