import { setTimeout as pause } from 'node:timers/promises'
import type { Chat, Message } from '@aangan/contracts/chats'
import { type Fault, inflict } from './faults.ts'
import { gather, insist, type Outage, type Person } from './people.ts'
import type { ScaledSite } from './site.ts'
import { judge, type Verdict } from './verdict.ts'

/** Between two messages of one person, on average. */
const BETWEEN_MS = 1_000
/** One of so many messages is followed by a look at the chat. */
const READS = 5
const SETTLE_MS = 30_000

/**
 * Lets people write until they are told to stop; each waits for the acknowledgement of one message, however often it has
 * to be sent, before the next. Resolves once all is acknowledged.
 */
function letTalk(url: string, people: Person[]): { stop(): Promise<void> } {
  let isOver = false
  const talking = people.map(async (person) => {
    for (let at = 0; !isOver; at += 1) {
      await pause(BETWEEN_MS * (0.5 + Math.random()))
      await say(url, person, at)
      if (at % READS === READS - 1)
        await insist<Chat>(url, `/chats/read/${person.chatId}`, { ...person, method: 'PUT' })
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
  acknowledged.set(clientId, await insist<Message>(url, `/messages/${chatId}`, { cookie, method: 'POST', json }))
}

interface Course {
  /** Each of two people. */
  chats: number
  faults: readonly Fault[]
  /** `at`: when it began, in ms since the epoch. */
  onFault?: (fault: Fault, outages: Outage[], at: number) => void
}

/** Lets people talk through one fault after the other, and judges when all is quiet. */
export async function talkThrough(site: ScaledSite, { chats, faults, onFault }: Course): Promise<Verdict> {
  const { url } = site
  const people = await gather(url, chats)
  const talking = letTalk(url, people)
  for (const fault of faults) {
    const at = Date.now()
    const outages = await inflict(site, fault, people)
    onFault?.(fault, outages, at)
  }
  await talking.stop()
  const verdict = await settledVerdict(url, people)
  for (const { socket } of people) socket.close()
  return verdict
}

/** What is on its way may still come: the verdict is that after which nothing gets better. */
async function settledVerdict(url: string, people: Person[]): Promise<Verdict> {
  let verdict = await judge(url, people)
  for (const end = Date.now() + SETTLE_MS; verdict.wrong.length > 0 && Date.now() < end; ) {
    await pause(500)
    verdict = await judge(url, people)
  }
  return verdict
}
