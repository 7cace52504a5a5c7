import type { FastifyReply, FastifyRequest } from 'fastify'

/** Secure over https. */
export function setCookie(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { name, value, forMs }: { name: string; value: string; forMs: number },
): void {
  const secure = headers['x-forwarded-proto'] === 'https'
  reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: forMs / 1_000 })
}
