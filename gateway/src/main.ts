import { runProcess } from '@aangan/service-kit/process'
import { buildGateway } from './app.ts'
import { readGatewayConfig } from './config.ts'

await runProcess('gateway', async ({ env, log, metrics, onStop }) => {
  const config = readGatewayConfig(env)
  const app = await buildGateway({ config, log, metrics })
  onStop(() => app.close())
  await app.listen({ host: config.HOST, port: config.PORT })
  log.info({ address: app.listeningOrigin }, 'listening')
})
