import { openBus } from '@aangan/service-kit/bus/open'
import { keepParkedMs } from '@aangan/service-kit/bus/options'
import { runProcess } from '@aangan/service-kit/process'
import { readKeyPair } from '@aangan/service-kit/secrets'
import { buildGateway } from './app.ts'
import { readGatewayProcess } from './config.ts'

await runProcess(
  'gateway',
  async ({ env, log, metrics, onStop }) => {
    const config = readGatewayProcess(env)
    const identity = await readKeyPair(config.IDENTITY_PRIVATE_KEY_FILE)
    const tuning = { keepParkedMs: keepParkedMs(config) }
    const bus = await openBus(config.BUS_URL, { name: 'gateway', log, metrics, tuning })
    onStop(() => bus.close())
    const app = await buildGateway({ config, log, metrics, bus, identity, now: () => new Date() })
    onStop(() => app.close())
    await app.listen({ host: config.HOST, port: config.PORT })
    log.info({ address: app.listeningOrigin }, 'listening')
  },
  { stopDeadlineMs: 30_000 },
)
