import { CLIENT_ADDRESS_HEADER } from '@aangan/service-kit/client'
import type { FastifyRequest } from 'fastify'

/** The client's IP address, set by the gateway, which alone can reach this service. */
export function addressOf({ headers, sender }: FastifyRequest): string {
  return String(headers[CLIENT_ADDRESS_HEADER] ?? sender.address)
}
