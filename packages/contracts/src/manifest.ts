import { type Static, Type } from 'typebox'

/**
 * The path of a route: words of `a` to `z`, digits and hyphens, and parameters. `{id}` stands for 24 hex digits, any
 * other `{name}` for one segment that is not empty.
 */
const RoutePath = Type.String({ pattern: '^/$|^(/([a-z0-9-]+|\\{[a-z][A-Za-z0-9]*\\}))+$' })

/** A route that a remote claims. */
export const RemoteRoute = Type.Object({
  path: RoutePath,
  title: Type.String({ minLength: 1 }),
  description: Type.Optional(Type.String()),
  /**
   * The call whose answer this route shows first: the page carries it, so that the first paint waits for no second
   * trip. Parameters of the path stand there by name; `{search}` is the address's own query string, with its `?` when not empty.
   */
  data: Type.Optional(Type.String({ pattern: '^/' })),
  /**
   * What the route is about, for those who find it from outside: the page then names the search or the listing of its
   * first answer, in its title, its description and its structured data.
   */
  about: Type.Optional(Type.Enum(['site', 'search', 'listing'])),
  /** Of no use to anyone who comes from a search engine: forms, what is one person's own. */
  noindex: Type.Optional(Type.Literal(true)),
  /** Shown to signed-in users alone: a visitor is sent to /login, and back here afterwards. */
  signedIn: Type.Optional(Type.Literal(true)),
  /** The lazily loaded screens that show this route (`./home`); the page preloads their chunks beside `./remote`'s. */
  preload: Type.Optional(Type.Array(Type.String())),
})
export type RemoteRoute = Static<typeof RemoteRoute>

/** An entry of the shell's navigation. */
export const NavEntry = Type.Object({
  /** One of the remote's own routes, without a parameter. */
  path: RoutePath,
  label: Type.String({ minLength: 1 }),
  /** Entries of all remotes stand in one row, the lowest number first. */
  order: Type.Integer(),
  for: Type.Enum(['everyone', 'visitor', 'user']),
  /** Among the pages of the site, or with what belongs to the visitor's own account. */
  area: Type.Enum(['main', 'account']),
})
export type NavEntry = Static<typeof NavEntry>

/** A remote's `manifest.json`: published with each release, so that a new route needs no change in the shell. */
export const RemoteManifest = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  routes: Type.Array(RemoteRoute),
  nav: Type.Optional(Type.Array(NavEntry)),
  /** What it offers to other remotes: by a name of its own, the exposed module and the slot (contracts/slots.ts). */
  offers: Type.Record(
    Type.String(),
    Type.Object({
      module: Type.String({ pattern: '^\\./[a-z][a-z0-9-]*$' }),
      slot: Type.String({ pattern: '^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+$' }),
    }),
  ),
  /**
   * An upper bound for each route, by its path, and for each offer, by its name, in bytes as sent (brotli): the entry, the
   * module and the screens that are preloaded with it. The build fails above it.
   */
  budget: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
})
export type RemoteManifest = Static<typeof RemoteManifest>

const ReleaseFile = Type.Object({
  bytes: Type.Integer(),
  /** Subresource integrity, `sha384-…`; empty in development, which publishing refuses. */
  integrity: Type.String({ pattern: '^(sha384-[A-Za-z0-9+/]{64})?$' }),
})

/** `release.json`, written by a build beside its files: all that the registry needs to know of a release. */
export const Release = Type.Object({
  name: Type.String(),
  version: Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$' }),
  /** The script to load first: a remote's container, or the shell's main script. */
  entry: Type.String(),
  /** The global name under which a remote's container registers itself (`output.uniqueName`, with the version). */
  container: Type.String(),
  /**
   * Exposed module (`./remote`) or lazily loaded screen (`./home`, by its chunk's name) to the chunks it needs; the shell
   * has one: `.`. Paths inside the release.
   */
  exposes: Type.Record(Type.String(), Type.Object({ js: Type.Array(Type.String()), css: Type.Array(Type.String()) })),
  /** Fonts and other files that the first paint of any page needs. */
  preload: Type.Array(Type.String()),
  files: Type.Record(Type.String(), ReleaseFile),
  /** Absent for the shell. */
  manifest: Type.Optional(RemoteManifest),
})
export type Release = Static<typeof Release>
