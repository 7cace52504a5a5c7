import type { FastifyReply } from 'fastify'

/** Adds a name to `Vary`. Call it once the service's own headers are set: they would replace it. */
export function addVary(reply: FastifyReply, name: string): void {
  const given = [reply.getHeader('vary')].flat().filter(Boolean).join(', ')
  const isThere = given.split(',').some((one) => one.trim().toLowerCase() === name)
  if (!isThere) reply.header('vary', given === '' ? name : `${given}, ${name}`)
}
