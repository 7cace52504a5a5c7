import { runService } from '@aangan/service-kit/service'
import { buildMedia } from './app.ts'
import { MediaConfig } from './config.ts'

await runService({ name: 'media', config: MediaConfig, needs: ['store', 'bus', 'identity'], build: buildMedia })
