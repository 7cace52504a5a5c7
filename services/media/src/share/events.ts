import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import type { Gallery } from './gallery.ts'

/** Cache key of the picture of a listing at one `rev`. */
export function pictureName({ id, rev }: { id: string; rev: number }): string {
  return `${id}/${rev}`
}

/** Evicts pictures of old revisions. The cache is per process, so every process follows all events. */
export function followPosts(bus: Bus, gallery: Gallery): Promise<Subscription> {
  return bus.follow({
    subjects: ['post.changed', 'post.removed'],
    from: 'now',
    handle: async ({ data: { id, rev } }) => {
      gallery.drop((name) => name.startsWith(`${id}/`) && Number(name.slice(id.length + 1)) < rev)
    },
  })
}
