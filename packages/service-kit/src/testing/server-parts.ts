import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { createKeyPair } from '../secrets.ts'

/** The parts that `createServer` needs, real and quiet. */
export function serverParts() {
  return { log: createLog({ level: 'silent' }), metrics: createMetrics(), identity: createKeyPair() }
}
