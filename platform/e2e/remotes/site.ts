import { join } from 'node:path'
import { buildGateway } from '@aangan/gateway/app'
import { readGatewayConfig } from '@aangan/gateway/config'
import { buildRegistry } from '@aangan/registry/app'
import { readRegistryConfig } from '@aangan/registry/config'
import { publishRelease } from '@aangan/registry/publish'
import { openFolder, openReleaseFolders, type ReleaseDraft, writeBuild } from '@aangan/registry/testing/releases'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { nowhere } from '@aangan/service-kit/testing/nowhere'
import { buildWeb } from '../../../packages/web-kit/build/build.js'

export interface RemotesSite {
  url: string
  stop(): Promise<void>
}

/** How long remotes may take on this site: long enough for a busy machine, short enough for a test to wait for. */
const DEADLINE_MS = 1_500
const ROOT = join(import.meta.dirname, '../../..')
/** The shell as it is, and a remote made with web-kit as all ours are. */
const PARTS = [join(ROOT, 'shell'), join(ROOT, 'packages/web-kit/build/fixture')]

/** The real shell, registry and gateway around remotes that a test makes up; no other service. */
export async function startRemotesSite(drafts: ReleaseDraft[]): Promise<RemotesSite> {
  const folder = await openFolder()
  const { builds, releases } = await openReleaseFolders(folder.path)
  await buildWeb(PARTS)
  for (const part of PARTS) await publishRelease({ from: join(part, 'dist'), releasesDir: releases })
  for (const draft of drafts) await publishRelease({ from: await writeBuild(builds, draft), releasesDir: releases })

  const log = createLog({ level: 'silent' })
  const registry = await buildRegistry({
    config: readRegistryConfig({ ...nowhere(), RELEASES_DIR: releases, SLOT_DEADLINE_MS: String(DEADLINE_MS) }),
    log,
    metrics: createMetrics(),
    identity: createKeyPair(),
  })
  const REGISTRY_URL = await registry.listen({ host: '127.0.0.1', port: 0 })
  const config = readGatewayConfig({ ...nowhere(), REGISTRY_URL })
  const gateway = await buildGateway({ config, log, metrics: createMetrics() })
  return {
    url: await gateway.listen({ host: '127.0.0.1', port: 0 }),
    stop: async () => {
      await gateway.close()
      await registry.close()
      await folder.remove()
    },
  }
}
