import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import type { Store } from '@aangan/service-kit/store/store'

export interface __Name__ {
  _id: string
  rev: number
}

/** Idempotent and order-independent: an older `rev` changes nothing. */
export function follow__Name__({ bus, store }: { bus: Bus; store: Store }): Promise<Subscription> {
  const known = store.collection<__Name__>('__name__')
  return bus.subscribe({
    durable: '__service__-__name__',
    subjects: ['__subject__'],
    async handle({ data: { id, rev } }) {
      await known.updateOne({ _id: id }, { $max: { rev } }, { upsert: true })
    },
  })
}
