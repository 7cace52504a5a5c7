import { Type } from 'typebox'
import { openBus } from './bus/open.ts'
import type { Parts } from './parts.ts'
import type { ProcessContext } from './process.ts'
import { readPublicKeys } from './secrets.ts'
import { openStore } from './store/open.ts'

export type Need = 'store' | 'bus' | 'identity'

interface Opening<N extends Need> {
  variable: string
  schema: ReturnType<typeof Type.String>
  open(at: string, name: string, context: ProcessContext): Promise<Parts[N]>
}

const OPENINGS: { [N in Need]: Opening<N> } = {
  store: {
    variable: 'STORE_URL',
    schema: Type.String({ pattern: '^(sqlite:|mongodb(\\+srv)?://).+', secret: true }),
    async open(url, name, { onStop }) {
      const store = await openStore(url, { name })
      onStop(() => store.close())
      return store
    },
  },
  bus: {
    variable: 'BUS_URL',
    schema: Type.String({ pattern: '^(sqlite:|nats://).+', secret: true }),
    async open(url, name, { log, metrics, onStop }) {
      const bus = await openBus(url, { name, log, metrics })
      onStop(() => bus.close())
      return bus
    },
  },
  identity: {
    variable: 'IDENTITY_PUBLIC_KEY_FILE',
    schema: Type.String({ minLength: 1 }),
    open: (file) => readPublicKeys(file),
  },
}

export function variablesOf(needs: readonly Need[]): Record<string, ReturnType<typeof Type.String>> {
  return Object.fromEntries(needs.map((need) => [OPENINGS[need].variable, OPENINGS[need].schema]))
}

export async function openNeeds<N extends Need>(
  needs: readonly N[],
  config: Record<string, unknown>,
  name: string,
  context: ProcessContext,
): Promise<Pick<Parts, N>> {
  const parts: Partial<Parts> = {}
  for (const need of needs) {
    const { variable, open } = OPENINGS[need]
    Object.assign(parts, { [need]: await open(String(config[variable]), name, context) })
  }
  return parts as Pick<Parts, N>
}
