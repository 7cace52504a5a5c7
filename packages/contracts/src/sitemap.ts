import { type Static, Type } from 'typebox'

/** Response of `GET /posts/sitemap`: the pages that all listings are divided into, oldest first. */
export const SitemapPages = Type.Object({
  pages: Type.Array(
    Type.Object({
      /** For `GET /posts/sitemap/{name}`, which returns a line per listing: its id, a space and its time. */
      name: Type.String({ pattern: '^[0-9]{6}$' }),
      /** When the newest listing on it was created. */
      lastmod: Type.String({ format: 'date-time' }),
    }),
  ),
})
export type SitemapPages = Static<typeof SitemapPages>
