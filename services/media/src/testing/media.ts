import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { buildMedia } from '../app.ts'
import { readMediaConfig } from '../config.ts'

export type RunningMedia = Awaited<ReturnType<typeof startMedia>>

/** The whole service over a bus of its own; who else is on that bus is the test's choice. */
export async function startMedia(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'media-'))
  const log = createLog({ level: 'silent' })
  const bus = await openBus(`sqlite:${folder}`, { name: 'media', log })
  const parts = { bus, log, metrics: createMetrics(), identity: createKeyPair() }
  const app = await buildMedia({ config: readMediaConfig(env), ...parts })
  return {
    app,
    bus,
    async close(): Promise<void> {
      await app.close()
      await bus.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
