import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import type { Gallery } from './gallery.ts'

/** What the picture of a listing is called, by the `rev` that it shows. */
export function pictureName({ id, rev }: { id: string; rev: number }): string {
  return `${id}/${rev}`
}

/**
 * Drops cached pictures of listings that have changed or gone: nobody asks for an old `rev` again. Every process has a
 * cache of its own, so every process follows all events.
 */
export function followPosts(bus: Bus, gallery: Gallery): Promise<Subscription> {
  return bus.follow({
    subjects: ['post.changed', 'post.removed'],
    from: 'now',
    handle: async ({ data: { id, rev } }) => {
      gallery.drop((name) => name.startsWith(`${id}/`) && Number(name.slice(id.length + 1)) < rev)
    },
  })
}
