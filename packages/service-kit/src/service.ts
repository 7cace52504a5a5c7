import type { ServiceName } from '@aangan/contracts/services'
import { type Static, type TObject, Type } from 'typebox'
import type { App } from './app.ts'
import { readConfig } from './config.ts'
import { type Need, openNeeds, variablesOf } from './needs.ts'
import type { Parts } from './parts.ts'
import { type ProcessContext, runProcess } from './process.ts'
import { createSteadyClock } from './steady-clock.ts'
import { retireConnections } from './stopping.ts'

const Listening = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535 }),
})

interface ServiceDefinition<C extends TObject, N extends Need> {
  name: ServiceName | 'realtime' | 'renderer'
  config: C
  needs: readonly N[]
  stopDeadlineMs?: number
  build(parts: { config: Static<C> } & Pick<Parts, 'log' | 'metrics' | 'now'> & NoInfer<Pick<Parts, N>>): Promise<App>
}

/** Reads all variables, opens the parts, builds, listens, and closes everything in reverse order on shutdown. */
export function runService<C extends TObject, N extends Need>(service: ServiceDefinition<C, N>): Promise<void> {
  const { name, config: schema, needs, build, ...defaults } = service
  const start = async (context: ProcessContext) => {
    const { env, log, metrics, onStop } = context
    const properties = { ...Listening.properties, ...variablesOf(needs), ...schema.properties }
    const all = readConfig(Type.Object(properties), env)
    const parts = await openNeeds(needs, all, name, context)
    const app = await build({
      config: readConfig(schema, env),
      ...parts,
      log,
      metrics,
      now: createSteadyClock({ log }),
    })
    onStop(async () => {
      await retireConnections(app)
      await app.close()
    })
    const { HOST, PORT } = readConfig(Listening, env)
    await app.listen({ host: HOST, port: PORT })
  }
  return runProcess(name, start, defaults)
}
