import { readUploadUrl } from '@aangan/contracts/media'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import type { UploadStore } from './store.ts'

/** Notes which uploads listings and profiles show. Safe to run twice and in any order. */
export function followUses(bus: Bus, uploads: UploadStore): Promise<Subscription> {
  return bus.subscribe({
    durable: 'media-uses',
    subjects: ['post.changed', 'post.removed', 'user.changed'],
    async handle({ subject, data }) {
      if (subject === 'post.changed') await uploads.setUses(`post:${data.id}`, idsOf(data.images), data.rev)
      else if (subject === 'post.removed') await uploads.setUses(`post:${data.id}`, [], data.rev)
      else await uploads.setUses(`user:${data.id}`, idsOf(data.avatar === null ? [] : [data.avatar]), data.rev)
    },
  })
}

function idsOf(urls: readonly string[]): string[] {
  return [...new Set(urls.flatMap((url) => readUploadUrl(url)?.id ?? []))]
}
