import { everyFault, type Fault } from '@aangan/platform/chat-faults/faults'
import type { Outage } from '@aangan/platform/chat-faults/people'
import { talkThrough } from '@aangan/platform/chat-faults/talking'
import type { Row } from '../table.ts'
import { withScaledSite } from './with-scaled-site.ts'

const FAULTS = 100
const PEOPLE = 50
/** Limit for all clients of a killed node to reconnect. */
const BACK_MS = 5_000
/**
 * A dead or frozen part loses its connections within this time. Later losses are nodes that missed events and close
 * connections to have their sessions checked again.
 */
const LOST_MS = 4_000

/**
 * People chat while parts are killed or frozen in turn, a hundred times. Needs the same servers as `npm run test:int`.
 */
export function benchChatFaults(): Promise<Row[]> {
  return withScaledSite({}, async (site) => {
    const round = everyFault(site)
    const faults: Fault[] = Array.from(
      { length: FAULTS },
      (_, at) => round[at % round.length] ?? { part: 'gateway', kind: 'kill' },
    )
    const backs: { fault: Fault; ms: number }[] = []
    const onFault = (fault: Fault, outages: Outage[], at: number) => {
      console.log(`${fault.kind} ${fault.part}: ${inWords(outages, at)}`)
      const lost = outages.filter(({ lostAt }) => lostAt - at < LOST_MS)
      if (lost.length > 0) backs.push({ fault, ms: lastBack(lost) - at })
    }
    const { messages, wrong } = await talkThrough(site, { chats: PEOPLE / 2, faults, onFault })
    for (const sentence of wrong) console.log(sentence)
    const worst = (part: RegExp, kind: string) =>
      Math.max(0, ...backs.filter(({ fault }) => part.test(fault.part) && fault.kind === kind).map(({ ms }) => ms))
    const row = (figure: string, ms: number, limit?: number): Row => ({
      figure,
      ours: `${ms} ms`,
      other: `${BACK_MS} ms`,
      ratio: ms / BACK_MS,
      ...(limit !== undefined && { limit }),
    })
    return [
      {
        figure: `messages lost, doubled, in another order or miscounted, of ${messages}`,
        ours: String(wrong.length),
        other: `${FAULTS} faults`,
        ratio: wrong.length,
        limit: 0,
      },
      row('all clients back after a node was killed', worst(/^realtime/, 'kill'), 1),
      row('all clients back after a node froze', worst(/^realtime/, 'freeze')),
      row('all clients back after the gateway was killed', worst(/^gateway/, 'kill')),
    ]
  })
}

const lastBack = (outages: readonly Outage[]) => Math.max(...outages.map(({ backAt }) => backAt ?? 0))

function inWords(outages: readonly Outage[], at: number): string {
  if (outages.length === 0) return 'no connection lost'
  const reasons = new Set(outages.map(({ reason, lostAt }) => `${reason} after ${lostAt - at} ms`))
  return `${outages.length} connections lost (${[...reasons].join(', ')}), all restored after ${lastBack(outages) - at} ms`
}
