import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { UploadKind } from '@aangan/contracts/media'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { buildMedia } from '../app.ts'
import { MediaConfig } from '../config.ts'
import { MEDIA_MIGRATIONS } from '../migrations.ts'
import { BOUNDARY, formOf } from './forms.ts'

export type RunningMedia = Awaited<ReturnType<typeof startMedia>>

export interface Sent {
  kind?: UploadKind
  name?: string
  /** The sender; null for a visitor. */
  as?: string | null
  headers?: Record<string, string>
  /** The whole body, instead of a form. */
  payload?: Buffer | string
}

/** The whole service over its own bus, on which a test fakes the other services. */
export async function startMedia(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'media-'))
  const log = createLog({ level: 'silent' })
  const bus = await openBus(`sqlite:${folder}`, { name: 'media', log })
  const store = await openMigratedStore(`sqlite:${folder}`, { name: 'media', migrations: MEDIA_MIGRATIONS })
  const keys = createKeyPair()
  let offset = 0
  const parts = { store, bus, log, metrics: createMetrics(), identity: keys, now: () => new Date(Date.now() + offset) }
  const config = readConfig(MediaConfig, { MEDIA_DIR: relative('.', join(folder, 'media')), ...env })
  const app = await buildMedia({ config, ...parts })
  const signIn = createSignIn(keys, 'media')
  return {
    app,
    bus,
    store,
    files: join(folder, 'media'),
    now: parts.now,
    metrics: parts.metrics,
    signedIn: (id: string) => signIn.headersOf(id),
    upload(bytes: Buffer, { kind = 'posts', name, as = null, headers = {}, payload }: Sent = {}) {
      return app.inject({
        method: 'POST',
        url: `/media/${kind}`,
        headers: {
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          ...(as !== null && signIn.headersOf(as)),
          ...headers,
        },
        payload: payload ?? formOf(bytes, name),
      })
    },
    /** Advances the clock. */
    pass(ms: number): void {
      offset += ms
    },
    async close(): Promise<void> {
      await app.close()
      await bus.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
