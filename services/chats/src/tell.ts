import type { Broadcasts } from '@aangan/contracts/events'
import type { Parts } from '@aangan/service-kit/parts'

type Told = 'chat.read' | 'chat.blocked' | 'chat.unblocked' | 'chat.left'

/** Best effort: clients also get this state with their next request. */
export type Tell = <S extends Told>(subject: S, data: Broadcasts[S]) => Promise<void>

export function createTell({ bus, log }: Pick<Parts, 'bus' | 'log'>): Tell {
  return (subject, data) =>
    bus
      .broadcast(subject, data)
      .catch((error: unknown) => log.debug({ err: error, subject }, 'could not broadcast a change of a chat'))
}
