import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { createKeyPair } from '../secrets.ts'

export function serverParts() {
  return { log: createLog({ level: 'silent' }), metrics: createMetrics(), identity: createKeyPair() }
}
