/** Long enough to mark a chat as read over a slow network. */
export const HOLD_MS = 1_500

interface HeldParts {
  /** Whether this tab has the focus. */
  isLooking: () => boolean
  /** Called when a chat has been held for so long that it was probably not read. */
  onExpired: (chatId: string) => void
}

/**
 * Chats that became unread, but are not counted yet: the reader has them open, here or perhaps in another tab or on
 * another device, where they will be marked as read in a moment.
 */
export function createHeldChats({ isLooking, onExpired }: HeldParts) {
  const readers = new Set<{ chatId: string }>()
  /** With the timer that ends it, unless it is being read here. */
  const held = new Map<string, ReturnType<typeof setTimeout> | undefined>()

  const isReadHere = (chatId: string) => [...readers].some((reader) => reader.chatId === chatId)

  function release(chatId: string): void {
    clearTimeout(held.get(chatId))
    held.delete(chatId)
  }

  function holdAWhile(chatId: string): void {
    release(chatId)
    const expire = () => {
      release(chatId)
      onExpired(chatId)
    }
    held.set(chatId, setTimeout(expire, HOLD_MS))
  }

  return {
    get count() {
      return held.size
    },
    release,

    /** For a chat that became unread; does nothing if somebody looks at this tab, and not at the chat. */
    holdIfRead(chatId: string): void {
      release(chatId)
      if (isReadHere(chatId)) held.set(chatId, undefined)
      else if (!isLooking()) holdAWhile(chatId)
    },

    reading(chatId: string): () => void {
      const reader = { chatId }
      readers.add(reader)
      return () => {
        readers.delete(reader)
        // Its last message may be about to be marked as read.
        if (held.has(chatId) && !isReadHere(chatId)) holdAWhile(chatId)
      }
    },

    clear(): void {
      for (const chatId of held.keys()) release(chatId)
    },
  }
}
