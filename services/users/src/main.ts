import { runService } from '@aangan/service-kit/service'
import { buildUsers } from './app.ts'
import { UsersConfig } from './config.ts'

await runService({ name: 'users', config: UsersConfig, needs: ['store', 'bus', 'identity'], build: buildUsers })
