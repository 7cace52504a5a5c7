/** The services behind the gateway and the URL prefixes each one answers. Whatever no prefix claims is registry's. */
export const SERVICE_PREFIXES = {
  posts: ['/posts'],
  users: ['/users'],
  media: ['/media'],
} as const

export type ApiService = keyof typeof SERVICE_PREFIXES
export type ServiceName = ApiService | 'registry'

/** Header that carries one request's id from the gateway through every service, its logs and its error body. */
export const REQUEST_ID_HEADER = 'x-request-id'
