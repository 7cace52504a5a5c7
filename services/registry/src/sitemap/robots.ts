/**
 * Private calls and tools. Lists and pictures stay open, since rendering a page requests them; `noindex` pages, too,
 * since crawlers must read them to see it.
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
  // Endless variants of pages found elsewhere.
  '/list?*bbox=',
  '/list?*sort=',
]

export function robotsText(origin: string): string {
  const rules = DISALLOWED.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
