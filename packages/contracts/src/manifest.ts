import { type Static, Type } from 'typebox'
import { ReleaseName } from './releases.ts'

/**
 * A route's path: segments of a-z, 0-9 and hyphens, and parameters. `{id}` matches 24 hex digits, any other `{name}`
 * one non-empty segment.
 */
const RoutePath = Type.String({ pattern: '^/$|^(/([a-z0-9-]+|\\{[a-z][A-Za-z0-9]*\\}))+$' })

/** Without anchors, since scripts are searched for it, too. */
export const SLOT_PATTERN = '[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+'

/** One API call or several. `{search}` is the page's query string, with its `?` if not empty; path parameters go by name. */
const ApiCalls = Type.Union([Type.String(), Type.Array(Type.String())])

export const RemoteRoute = Type.Object({
  path: RoutePath,
  title: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  /**
   * What this route shows first. The page carries the responses, so the first paint needs no second round trip. The first
   * call tells whether there is such a page, and what it is about.
   */
  data: Type.Optional(ApiCalls),
  /** As `data`, of people who are signed in: whoever is not has no such responses. */
  userData: Type.Optional(ApiCalls),
  /**
   * For search engines: the page takes its title, description and structured data from the search or listing in the
   * response to its first call.
   */
  about: Type.Optional(Type.Enum(['site', 'search', 'listing'])),
  /** Keeps forms and private pages out of search engines. */
  noindex: Type.Optional(Type.Literal(true)),
  /** Visitors are redirected to /login, which shows this reason if it is a text, and back here after signing in. */
  signedIn: Type.Optional(Type.Union([Type.Literal(true), Type.String({ minLength: 1, maxLength: 200 })])),
  /** Lazily loaded screens of this route (`./home`); the page preloads their chunks along with those of `./remote`. */
  preload: Type.Optional(Type.Array(Type.String())),
})
export type RemoteRoute = Static<typeof RemoteRoute>

export const NavEntry = Type.Object({
  /** One of the remote's own routes, without parameters. */
  path: RoutePath,
  /** In the bar of every page. */
  label: Type.String({ minLength: 1, maxLength: 40 }),
  /** Ascending, across all remotes. */
  order: Type.Integer(),
  for: Type.Enum(['everyone', 'visitor', 'user']),
  /** `main` is the site navigation, `account` the visitor's own menu; `footer` is shown only there, after `main`. */
  area: Type.Enum(['main', 'account', 'footer']),
})
export type NavEntry = Static<typeof NavEntry>

/** A remote's `manifest.json`, published with each release, so a new route needs no change in the shell. */
export const RemoteManifest = Type.Object({
  name: ReleaseName,
  routes: Type.Array(RemoteRoute),
  nav: Type.Optional(Type.Array(NavEntry, { maxItems: 10 })),
  /** Modules for other remotes, by offer name: the exposed module and the slot it fills (contracts/slots.ts). */
  offers: Type.Record(
    Type.String(),
    Type.Object({
      module: Type.String({ pattern: '^\\./[a-z][a-z0-9-]*$' }),
      slot: Type.String({ pattern: `^${SLOT_PATTERN}$` }),
    }),
  ),
  /**
   * Size limits in bytes as sent (brotli), by route path and offer name: the entry, the module and its preloaded
   * screens. The build fails above them.
   */
  budget: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
})
export type RemoteManifest = Static<typeof RemoteManifest>

const ReleaseFile = Type.Object({
  bytes: Type.Integer(),
  /** Subresource integrity, `sha384-…`; empty in development builds, which cannot be published. */
  integrity: Type.String({ pattern: '^(sha384-[A-Za-z0-9+/]{64})?$' }),
})

/**
 * A published release as it was delivered, with keys that registries before contracts refuse; those read `release.json`,
 * without them.
 */
export const DELIVERED_FILE = 'delivered.json'

/** `release.json`, written by the build next to its files: all the registry knows about a release. */
export const Release = Type.Object({
  name: Type.String(),
  /** The contract between shell and remotes that it was built for (contracts/contract.ts). Absent: 1. */
  contract: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The React that it needs, as a semver range, or that the shell provides, as a version. Absent: any, or unknown. */
  react: Type.Optional(Type.String({ maxLength: 100 })),
  version: Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$' }),
  /** The name of every file has a hash of its content, so all releases of this name share their addresses. */
  hashedNames: Type.Optional(Type.Literal(true)),
  /** The script to load first: a remote's container, or the shell's main script. */
  entry: Type.String(),
  /** The global name a remote's container registers as (it includes the version). */
  container: Type.String(),
  /**
   * Chunks by exposed module (`./remote`) or lazily loaded screen (`./home`, its chunk's name); the shell has only `.`.
   * Paths are relative to the release.
   */
  exposes: Type.Record(Type.String(), Type.Object({ js: Type.Array(Type.String()), css: Type.Array(Type.String()) })),
  /** The script that renders its pages on a server, one of `files`, which nobody can download. Absent: the browser does it. */
  server: Type.Optional(Type.String()),
  /** Fonts and other files that every first paint needs. */
  preload: Type.Array(Type.String()),
  files: Type.Record(Type.String(), ReleaseFile),
  /** Absent for the shell. */
  manifest: Type.Optional(RemoteManifest),
})
export type Release = Static<typeof Release>

const Text = Type.String()

/** What the registry needs of a live release, which may be older than a limit: the rest is checked once, when it is published. */
export const LiveRelease = Type.Object({
  ...Release.properties,
  manifest: Type.Optional(
    Type.Object({
      ...RemoteManifest.properties,
      routes: Type.Array(
        Type.Object({
          ...RemoteRoute.properties,
          title: Text,
          description: Type.Optional(Text),
          signedIn: Type.Optional(Type.Union([Type.Literal(true), Text])),
        }),
      ),
      nav: Type.Optional(Type.Array(Type.Object({ ...NavEntry.properties, label: Text }))),
      budget: Type.Optional(RemoteManifest.properties.budget),
    }),
  ),
})
