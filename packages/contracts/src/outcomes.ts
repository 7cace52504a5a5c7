import { type Static, Type } from 'typebox'
import { ReleaseName } from './releases.ts'

/**
 * `load`, `mount` and `render`: it failed while its files were loaded, while it was mounted, or later. `recovered`: what the
 * server had rendered was rendered once more, since it was not the same.
 */
export const Outcome = Type.Enum(['shown', 'load', 'mount', 'render', 'recovered'])
export type Outcome = Static<typeof Outcome>

/** Body of `POST` to `OUTCOMES_URL`. Says nothing about the visitor or the address of the page. */
export const OutcomeReport = Type.Object(
  {
    /** The name of a remote, or `shell`. */
    remote: ReleaseName,
    version: Type.String({ minLength: 1, maxLength: 128 }),
    outcome: Outcome,
    /** Random, new for each opened page: a failure after `shown` is one of the same visit. */
    page: Type.String({ pattern: '^[0-9a-z]{1,16}$' }),
  },
  { additionalProperties: false },
)
export type OutcomeReport = Static<typeof OutcomeReport>
