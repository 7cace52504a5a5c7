import type { Logger } from 'pino'
import { type Answer, type AskText, answerText } from './answer.ts'
import type { Subscription } from './bus.ts'
import type { SqliteHub } from './sqlite-hub.ts'
import { noReply, timedOut, withTimeLimit } from './time-limit.ts'
import { decodeReply } from './wire.ts'

/** Requests within one process. They pass as text, as between processes, so that no object is shared. */
export async function requestInProcess(
  hub: SqliteHub,
  ask: AskText,
  { timeoutMs, log }: { timeoutMs: number; log: Logger },
): Promise<unknown> {
  const { subject } = ask
  const answer = takeTurns(hub.answers.get(subject))
  if (!answer) {
    throw noReply(
      'UNAVAILABLE',
      new Error(`Nothing responds to ${subject} in this process; check that its service is running`),
    )
  }
  const reply = answerText(ask, answer, log)
  return decodeReply(subject, await withTimeLimit(reply, timeoutMs, () => timedOut(subject, timeoutMs)))
}

function takeTurns(answers: Answer[] | undefined): Answer | undefined {
  const first = answers?.shift()
  if (first) answers?.push(first)
  return first
}

export function respondInProcess(hub: SqliteHub, subject: string, answer: Answer): Subscription {
  const inHand = new Set<Promise<unknown>>()
  async function tracked(ask: unknown, authorization: string): Promise<unknown> {
    const answering = (async () => answer(ask, authorization))()
    inHand.add(answering)
    try {
      return await answering
    } finally {
      inHand.delete(answering)
    }
  }
  hub.answers.set(subject, [...(hub.answers.get(subject) ?? []), tracked])
  return {
    async stop() {
      const others = (hub.answers.get(subject) ?? []).filter((each) => each !== tracked)
      hub.answers.set(subject, others)
      await Promise.allSettled(inHand)
    },
  }
}
