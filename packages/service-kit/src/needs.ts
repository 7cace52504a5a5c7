import { type TSchema, Type } from 'typebox'
import { openBus } from './bus/open.ts'
import { BusSettings, keepParkedMs } from './bus/options.ts'
import type { Parts } from './parts.ts'
import type { ProcessContext } from './process.ts'
import { readPublicKeys } from './secrets.ts'
import { openStore } from './store/open.ts'

export type Need = 'store' | 'bus' | 'identity'

/** As far as something needs them. */
interface Settings {
  STORE_URL: string
  BUS_URL: string
  PARKED_DAYS: number
  IDENTITY_PUBLIC_KEY_FILE: string
}

interface Opening<N extends Need> {
  variables: { [Name in keyof Settings]?: TSchema }
  open(settings: Settings, name: string, context: ProcessContext): Promise<Parts[N]>
}

const OPENINGS: { [N in Need]: Opening<N> } = {
  store: {
    variables: { STORE_URL: Type.String({ pattern: '^(sqlite:|mongodb(\\+srv)?://).+', secret: true }) },
    async open({ STORE_URL }, name, { onStop }) {
      const store = await openStore(STORE_URL, { name })
      onStop(() => store.close())
      return store
    },
  },
  bus: {
    variables: {
      BUS_URL: Type.String({ pattern: '^(sqlite:|nats://).+', secret: true }),
      ...BusSettings.properties,
    },
    async open(settings, name, { log, metrics, onStop }) {
      const tuning = { keepParkedMs: keepParkedMs(settings) }
      const bus = await openBus(settings.BUS_URL, { name, log, metrics, tuning })
      onStop(() => bus.close())
      return bus
    },
  },
  identity: {
    variables: { IDENTITY_PUBLIC_KEY_FILE: Type.String({ minLength: 1 }) },
    open: ({ IDENTITY_PUBLIC_KEY_FILE }) => readPublicKeys(IDENTITY_PUBLIC_KEY_FILE),
  },
}

export function variablesOf(needs: readonly Need[]): Record<string, TSchema> {
  return Object.assign({}, ...needs.map((need) => OPENINGS[need].variables))
}

/** `config`: checked against `variablesOf`. */
export async function openNeeds<N extends Need>(
  needs: readonly N[],
  config: unknown,
  name: string,
  context: ProcessContext,
): Promise<Pick<Parts, N>> {
  const parts: Partial<Parts> = {}
  for (const need of needs) {
    Object.assign(parts, { [need]: await OPENINGS[need].open(config as Settings, name, context) })
  }
  return parts as Pick<Parts, N>
}
