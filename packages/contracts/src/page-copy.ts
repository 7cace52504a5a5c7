import { type Static, Type } from 'typebox'
import { RemoteRoute } from './manifest.ts'

/** What a gateway keeps to serve pages while the registry is away. A newer registry may send more. */
export const PageCopy = Type.Object({
  /** Fits every address and every visitor: without first data, session or description. */
  html: Type.String({ minLength: 1 }),
  /** By name, as `matchRoute` needs them. */
  remotes: Type.Record(
    Type.String(),
    Type.Object({
      routes: Type.Array(
        // The first call of its `data`, which tells whether there is such a page.
        Type.Object({ ...Type.Pick(RemoteRoute, ['path', 'noindex']).properties, data: Type.Optional(Type.String()) }),
      ),
    }),
  ),
  /** URL to subresource integrity, of all files that a browser may need. */
  files: Type.Record(Type.String(), Type.String()),
})
export type PageCopy = Static<typeof PageCopy>
