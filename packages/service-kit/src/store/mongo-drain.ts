import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { MongoNetworkError } from 'mongodb'

interface Utils {
  once(socket: Socket, event: string, options?: object): Promise<unknown>
}

/**
 * When a socket does not take a whole command, the driver (7.9.0) waits for 'drain' or 'error'. A destroyed socket takes
 * nothing and emits 'close' alone: the command never settles, and if it was the monitor's, the client never finds the
 * server again. See docs/decisions/031.
 */
export function failOnClosedSockets(): void {
  const utils: Utils = createRequire(import.meta.url)('mongodb/lib/utils.js')
  const { once } = utils
  utils.once = async (socket, event, options) => {
    let onClose = (): void => undefined
    const closed = new Promise<never>((_, reject) => {
      onClose = () => reject(new MongoNetworkError('The connection closed before a command was sent'))
      socket.once('close', onClose)
    })
    try {
      return await Promise.race([once(socket, event, options), closed])
    } finally {
      socket.off('close', onClose)
    }
  }
}
