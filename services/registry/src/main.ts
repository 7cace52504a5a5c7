import { runService } from '@aangan/service-kit/service'
import { buildRegistry } from './app.ts'
import { RegistryConfig } from './config.ts'

await runService('registry', RegistryConfig, buildRegistry)
