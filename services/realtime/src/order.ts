import { MESSAGE_PAGE } from '@aangan/contracts/chat-constants'
import { LRUCache } from 'lru-cache'

/** How long messages wait for one that comes before them. */
const WAIT_MS = 250
/** How long until chats is asked again where it could not say. */
const AGAIN_MS = 1_000
/** Of a chat with more than these, the rest goes on without what is missing. */
const MOST_WAITING = 500
const CHATS = 20_000

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
  /** Called for the event of a message that was found, and told, before it came. */
  onLateEvent(message: T): void
  /** The messages of a chat between two numbers, in order. */
  find(between: Between): Promise<T[]>
}

interface Line<T> {
  /** The first and the newest that were told; null of a chat that this node has not heard of. */
  first: number | null
  last: number
  /** Told, and their events have not come. */
  found: Set<number>
  /** Before `first`, and told nevertheless. */
  late: Set<number>
  waiting: Map<number, T>
  isFilling: boolean
  timer: NodeJS.Timeout | undefined
}

/**
 * Tells messages in the order of their chats, each once. Two processes of chats may publish two messages of one chat in
 * either order, so those behind a gap wait a moment; chats is asked for what has not come by then.
 */
export function createOrder<T extends Numbered>({ tell, onLateEvent, find }: Ordering<T>) {
  const lines = new LRUCache<string, Line<T>>({ max: CHATS, dispose: (line) => skip(line) })

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

  function goOn(line: Line<T>, waitMs = WAIT_MS): void {
    for (let found = line.waiting.get(line.last + 1); found; found = line.waiting.get(line.last + 1)) next(line, found)
    if (line.waiting.size > MOST_WAITING) skip(line)
    else if (line.waiting.size === 0) stopWaiting(line)
    else if (!line.isFilling) line.timer ??= setTimeout(() => void fill(line), waitMs)
  }

  /** Tells what waits, without what is missing. */
  function skip(line: Line<T>): void {
    stopWaiting(line)
    for (const [, message] of [...line.waiting].sort(([one], [other]) => one - other)) next(line, message)
  }

  async function fill(line: Line<T>): Promise<void> {
    const [{ chatId } = { chatId: '' }] = line.waiting.values()
    const before = Math.min(...line.waiting.keys())
    line.isFilling = true
    // Of a chat that is new here, what came before is not missing: whoever is here asked for it when they connected.
    const isFilled = line.first === null || (await findMissing(line, { chatId, after: line.last, before }))
    // What is not in the store either will not come.
    if (isFilled) line.last = Math.max(line.last, before - 1)
    line.isFilling = false
    stopWaiting(line)
    goOn(line, isFilled ? WAIT_MS : AGAIN_MS)
  }

  /** False where chats has to be asked again: it could not say, or has more. */
  async function findMissing(line: Line<T>, between: Between): Promise<boolean> {
    try {
      const found = await find(between)
      for (const message of found) {
        if (message.rev <= line.last) continue
        if (!line.waiting.has(message.rev)) line.found.add(message.rev)
        next(line, line.waiting.get(message.rev) ?? message)
      }
      return found.length < MESSAGE_PAGE
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
        goOn(line)
      } else if (line.found.delete(rev)) onLateEvent(message)
      else if (line.first !== null && rev < line.first && !line.late.has(rev)) {
        line.late.add(rev)
        tell(message)
      }
    },
    stop(): void {
      for (const line of lines.values()) stopWaiting(line)
    },
  }
}

function stopWaiting(line: { timer: NodeJS.Timeout | undefined }): void {
  clearTimeout(line.timer)
  line.timer = undefined
}
