import type { Subscription } from './bus.ts'
import { createListening, type ListenRules } from './listening.ts'
import type { SqliteHub } from './sqlite-hub.ts'

export function broadcastInProcess({ listeners }: SqliteHub, subject: string, text: string): void {
  for (const hear of listeners.get(subject) ?? []) hear(text)
}

export function listenInProcess({ listeners }: SqliteHub, rules: ListenRules): Subscription {
  const { hear, settle } = createListening(rules)
  const unsubscribers = [...new Set(rules.subjects)].map((subject) => {
    const ofSubject = listeners.get(subject) ?? new Set()
    function listener(text: string): void {
      hear(subject, text)
    }
    listeners.set(subject, ofSubject.add(listener))
    return () => ofSubject.delete(listener)
  })
  return {
    async stop() {
      for (const unsubscribe of unsubscribers) unsubscribe()
      await settle()
    },
  }
}
