import { runService } from '@aangan/service-kit/service'
import { build__Name__ } from './app.ts'
import { __Name__Config } from './config.ts'

await runService({
  // @ts-expect-error: contracts/services.ts lists the service once it is generated.
  name: '__name__',
  config: __Name__Config,
  needs: ['store', 'bus', 'identity'],
  build: build__Name__,
})
