import { type Static, Type } from 'typebox'
import { ReleaseName } from './releases.ts'

/**
 * Origins that only a program on the visitor's own machine can have. No IPv6 address: a Content-Security-Policy cannot
 * name one.
 */
export const LOCAL_ORIGIN = '^https?://(localhost|127\\.0\\.0\\.1)(:[1-9]\\d{0,4})?$'

/** The version of a development build: no release has it, and an open page that has it keeps it. */
export const LOCAL_VERSION = 'dev'

/** Where a team's `rspack serve` tells the site's pages about the remote, and `aangan override` names the site. */
export function localUrl({ origin, name }: { origin: string; name: string }): string {
  return `${origin}/r/${name}/${LOCAL_VERSION}/override`
}

/** Body of `POST /releases/{name}/override`. */
export const OverrideRequest = Type.Object({
  /** Of the team's `rspack serve`. */
  origin: Type.String({
    pattern: LOCAL_ORIGIN,
    description: 'an origin of this machine, such as http://127.0.0.1:8080',
  }),
})

/** Response of `POST /releases/{name}/override`. */
export const OverrideGrant = Type.Object({
  name: ReleaseName,
  origin: Type.String(),
  /** The page on which a person accepts it; it changes nothing by itself. */
  url: Type.String(),
  /** For the program at `origin`, which hands it to that page: a proof that the browser runs on the same machine. */
  code: Type.String(),
  /** ISO 8601, UTC: how long the page can be used. */
  until: Type.String(),
})
export type OverrideGrant = Static<typeof OverrideGrant>

/** From the registry to the gateway: the local origin that the policy of this answer allows besides the site's own. */
export const LOCAL_ORIGIN_HEADER = 'x-aangan-local-origin'
