import { writeSync } from 'node:fs'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { unreachableServices } from '@aangan/service-kit/testing/unreachable-services'
import { buildRegistry } from '../app.ts'
import { RegistryConfig } from '../config.ts'

const [releasesDir = ''] = process.argv.slice(2)

const config = readConfig(RegistryConfig, { ...unreachableServices(), RELEASES_DIR: releasesDir })
const parts = { log: createLog({ level: 'silent' }), metrics: createMetrics(), identity: createKeyPair() }
const app = await buildRegistry({ config, ...parts })
await app.listen({ port: 0, host: '127.0.0.1' })
writeSync(1, `${app.listeningOrigin}\n`)
