import { isId } from '@aangan/contracts/ids'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import { toPublicUser } from './rules.ts'
import type { UserStore } from './store.ts'

const MOST = 500

/** Answers other services who people are. Unknown ids are left out of the reply; more than 500 are BAD_REQUEST. */
export function answerFind(bus: Bus, users: UserStore): Promise<Subscription> {
  return bus.respond('users.find', async ({ ids }) => {
    if (!Array.isArray(ids) || ids.length > MOST || !ids.every(isId)) {
      throw new AppError('BAD_REQUEST', `users.find takes { ids }: at most ${MOST} ids of 24 hex digits`)
    }
    return (await users.findMany(ids)).map(toPublicUser)
  })
}
