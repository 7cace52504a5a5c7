import { runService } from '@aangan/service-kit/service'
import { buildRenderer } from './app.ts'
import { RendererConfig } from './config.ts'

await runService({ name: 'renderer', config: RendererConfig, needs: [], build: buildRenderer })
