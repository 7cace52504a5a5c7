import { setTimeout as pause } from 'node:timers/promises'
import type { Chat, Message } from '@aangan/contracts/chats'
import { type Fault, injectFault } from './faults.ts'
import { gather, type Outage, type Person, retryUntilOk } from './people.ts'
import type { ScaledSite } from './site.ts'
import { judge, type Verdict } from './verdict.ts'

const BETWEEN_MS = 1_000
/** A person marks the chat as read after this many messages. */
const READS = 5
const SETTLE_MS = 30_000

/**
 * Sends messages for everyone until `stop`. Each message is retried until acknowledged before the next. `stop` resolves
 * once everything is acknowledged.
 */
function startSending(url: string, people: Person[]): { stop(): Promise<void> } {
  let isOver = false
  const talking = people.map(async (person) => {
    for (let at = 0; !isOver; at += 1) {
      await pause(BETWEEN_MS * (0.5 + Math.random()))
      await say(url, person, at)
      if (at % READS === READS - 1)
        await retryUntilOk<Chat>(url, `/chats/read/${person.chatId}`, { ...person, method: 'PUT' })
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(talking)
    },
  }
}

async function say(url: string, { name, chatId, cookie, acknowledged }: Person, at: number): Promise<void> {
  const clientId = `${name}-${at}`
  const json = { text: `This is message ${at} of ${name}`, clientId }
  acknowledged.set(clientId, await retryUntilOk<Message>(url, `/messages/${chatId}`, { cookie, method: 'POST', json }))
}

interface Course {
  chats: number
  faults: readonly Fault[]
  /** `at`: start of the fault in ms since the epoch. */
  onFault?: (fault: Fault, outages: Outage[], at: number) => void
}

/** Keeps everyone chatting through the faults in turn, then judges the settled state. */
export async function talkThrough(site: ScaledSite, { chats, faults, onFault }: Course): Promise<Verdict> {
  const { url } = site
  const people = await gather(url, chats)
  const talking = startSending(url, people)
  for (const fault of faults) {
    const at = Date.now()
    const outages = await injectFault(site, fault, people)
    onFault?.(fault, outages, at)
  }
  await talking.stop()
  const verdict = await settledVerdict(url, people)
  for (const { socket } of people) socket.close()
  return verdict
}

/** Deliveries may still be in flight: judges again until nothing is wrong or 30 s have passed. */
async function settledVerdict(url: string, people: Person[]): Promise<Verdict> {
  let verdict = await judge(url, people)
  for (const end = Date.now() + SETTLE_MS; verdict.wrong.length > 0 && Date.now() < end; ) {
    await pause(500)
    verdict = await judge(url, people)
  }
  return verdict
}
