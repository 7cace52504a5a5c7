import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'
import { retired } from '@aangan/service-kit/stopping'
import type { Nodes } from './realtime/nodes.ts'

interface Stopping {
  /** 0 if no other gateway can take over. */
  drainMs: number
  nodes: Nodes
  log: Parts['log']
}

/**
 * A gateway that stops says so at /healthz, and serves everything for `drainMs`, in which load balancers notice. Each
 * response ends its connection, and sockets are closed spread over that time.
 */
export function stopSlowly(app: App, { drainMs, nodes, log }: Stopping): void {
  app.addHook('preClose', async () => {
    if (drainMs > 0) {
      log.info({ drainMs }, 'handing over to other gateways; a second signal stops at once')
      await Promise.all([retired(drainMs), nodes.drain(drainMs)])
    }
    // Open long polls and pipes would keep the server from closing.
    await nodes.close()
  })
}
