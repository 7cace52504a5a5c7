import type { ServiceName } from '@aangan/contracts/services'
import { type Static, type TObject, Type } from 'typebox'
import type { App } from './app.ts'
import { openBus } from './bus/open.ts'
import { readConfig } from './config.ts'
import type { Parts } from './parts.ts'
import { runProcess } from './process.ts'
import { readPublicKey } from './secrets.ts'
import { openStore } from './store/open.ts'

/** What every service is told when it runs in a process of its own, besides its own variables. */
const ServiceConfig = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535 }),
  STORE_URL: Type.String({ pattern: '^(sqlite:|mongodb(\\+srv)?://).+', secret: true }),
  BUS_URL: Type.String({ pattern: '^(sqlite:|nats://).+', secret: true }),
  IDENTITY_PUBLIC_KEY_FILE: Type.String({ minLength: 1 }),
})

/**
 * Runs a service in a process of its own: reads all its variables at once, opens the real parts, builds, listens, and
 * lets go of everything in reverse order when the process stops.
 */
export function runService<C extends TObject>(
  name: ServiceName,
  schema: C,
  build: (parts: { config: Static<C> } & Parts) => Promise<App>,
): Promise<void> {
  return runProcess(name, async ({ env, log, metrics, onStop }) => {
    const config = readConfig(Type.Object({ ...ServiceConfig.properties, ...schema.properties }), env)
    const own = readConfig(schema, env)
    const identity = await readPublicKey(config.IDENTITY_PUBLIC_KEY_FILE)
    const store = await openStore(config.STORE_URL, { name })
    onStop(() => store.close())
    const bus = await openBus(config.BUS_URL, { name, log, metrics })
    onStop(() => bus.close())
    const app = await build({ config: own, store, bus, log, metrics, identity, now: () => new Date() })
    onStop(() => app.close())
    await app.listen({ host: config.HOST, port: config.PORT })
  })
}
