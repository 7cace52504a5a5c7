import type { ChatWithMessages, Message } from '@aangan/contracts/chats'

export function mergeMessages(known: readonly Message[], more: readonly Message[]): Message[] {
  const byRev = new Map([...known, ...more].map((message) => [message.rev, message]))
  return [...byRev.values()].sort((one, other) => one.rev - other.rev)
}

/** The revision before the first gap; null if no message is missing. */
export function gapAfter(messages: readonly Message[]): number | null {
  const at = messages.findIndex(({ rev }, index) => rev + 1 < (messages[index + 1]?.rev ?? 0))
  return messages[at]?.rev ?? null
}

/** Merges a refetched chat. Earlier loaded messages are kept unless there is a gap. */
export function mergeThread(known: ChatWithMessages, asked: ChatWithMessages): ChatWithMessages {
  const messages = mergeMessages(known.messages, asked.messages)
  const readRev = Math.max(known.readRev, asked.readRev)
  return { ...asked, readRev, messages: gapAfter(messages) === null ? messages : asked.messages }
}
