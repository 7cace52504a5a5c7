import { runService } from '@aangan/service-kit/service'
import { buildRealtime } from './app.ts'
import { RealtimeConfig } from './config.ts'

await runService({
  name: 'realtime',
  config: RealtimeConfig,
  needs: ['bus', 'identity'],
  stopDeadlineMs: 30_000,
  build: buildRealtime,
})
