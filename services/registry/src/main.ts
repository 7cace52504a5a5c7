import { runService } from '@aangan/service-kit/service'
import { buildRegistry } from './app.ts'
import { RegistryConfig } from './config.ts'

await runService({ name: 'registry', config: RegistryConfig, needs: ['identity'], build: buildRegistry })
