import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import type { Gallery } from './gallery.ts'

/** What the picture of a listing is called, by the `rev` that it shows. */
export function pictureName({ id, rev }: { id: string; rev: number }): string {
  return `${id}/${rev}`
}

/**
 * Drops pictures of listings that have changed or gone, which nobody can ask for any more: others have their place. What
 * a reader sees does not depend on it, since posts is asked for the `rev` of each picture that is shown.
 */
export function followPosts(bus: Bus, gallery: Gallery): Promise<Subscription> {
  return bus.subscribe({
    durable: 'media-pictures',
    subjects: ['post.changed', 'post.removed'],
    handle: async ({ data: { id, rev } }) => {
      gallery.drop((name) => name.startsWith(`${id}/`) && Number(name.slice(id.length + 1)) < rev)
    },
  })
}
