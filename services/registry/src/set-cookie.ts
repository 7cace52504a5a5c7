import type { FastifyReply, FastifyRequest } from 'fastify'

interface Cookie {
  name: string
  value: string
  /** 0 removes it. */
  maxAgeS: number
  sameSite: 'Lax' | 'Strict'
}

/** For the whole site, and no script. Secure over https. */
export function setCookie(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { name, value, maxAgeS, sameSite }: Cookie,
) {
  const secure = headers['x-forwarded-proto'] === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=${sameSite}${secure}`)
}
