import { LRUCache } from 'lru-cache'

/** How long messages wait for one that comes before them. */
const WAIT_MS = 250
/** Messages of a chat that may still come after those that did not wait for them. */
const LATE = 16
const CHATS = 20_000

interface Numbered {
  chatId: string
  rev: number
}

interface Line<T> {
  /** The newest that was delivered; 0 for a chat that this node has not heard of. */
  last: number
  /** Before `last`, and not here yet. */
  late: Set<number>
  waiting: Map<number, T>
  timer: NodeJS.Timeout | undefined
}

/**
 * Passes messages on in the order of their chats, each once. Two processes of chats may publish two messages of one chat in
 * either order, so those behind a gap wait a moment. One that comes even later is passed on then: late, but not lost.
 */
export function createOrder<T extends Numbered>(deliver: (message: T) => void) {
  const lines = new LRUCache<string, Line<T>>({ max: CHATS, dispose: (line) => flush(line) })

  function lineOf(chatId: string): Line<T> {
    const known = lines.get(chatId)
    if (known) return known
    const line: Line<T> = { last: 0, late: new Set(), waiting: new Map(), timer: undefined }
    lines.set(chatId, line)
    return line
  }

  function next(line: Line<T>, message: T): void {
    line.last = message.rev
    line.waiting.delete(message.rev)
    deliver(message)
  }

  function goOn(line: Line<T>): void {
    for (let found = line.waiting.get(line.last + 1); found; found = line.waiting.get(line.last + 1)) next(line, found)
    if (line.waiting.size > 0) line.timer ??= setTimeout(() => flush(line), WAIT_MS)
    else stopWaiting(line)
  }

  function flush(line: Line<T>): void {
    stopWaiting(line)
    for (const [rev, message] of [...line.waiting].sort(([one], [other]) => one - other)) {
      for (let absent = Math.max(line.last + 1, rev - LATE); absent < rev; absent += 1) line.late.add(absent)
      next(line, message)
    }
    for (const rev of line.late) if (rev < line.last - LATE) line.late.delete(rev)
  }

  return {
    take(message: T): void {
      const line = lineOf(message.chatId)
      if (line.late.delete(message.rev)) deliver(message)
      else if (message.rev > line.last) {
        line.waiting.set(message.rev, message)
        goOn(line)
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
