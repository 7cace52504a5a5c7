/**
 * What crawlers have no use for: a person's own calls, and what only tools read. Lists and pictures stay open, since a
 * page that is rendered asks for them; pages that are not to be found say so themselves, and must be read for that.
 */
const DISALLOWED = [
  '/auth/',
  '/chats',
  '/messages/',
  '/socket.io/',
  '/users/notification',
  '/users/profilePosts',
  '/users/save',
  '/docs',
  '/openapi.json',
  '/healthz',
  '/livez',
  '/posts/sitemap',
  // Endless views of what is found without them.
  '/list?*bbox=',
  '/list?*sort=',
]

export function robotsText(origin: string): string {
  const rules = DISALLOWED.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
