import { runService } from '@aangan/service-kit/service'
import { buildAuth } from './app.ts'
import { AuthConfig } from './config.ts'

await runService({ name: 'auth', config: AuthConfig, needs: ['store', 'bus', 'identity'], build: buildAuth })
