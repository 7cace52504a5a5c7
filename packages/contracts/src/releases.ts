import { type Static, Type } from 'typebox'

export const ReleaseName = Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' })
const Version = Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]{0,127}$' })
const Reason = Type.String({ minLength: 1, maxLength: 500 })
const SetName = Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+@-]{0,127}$' })
/** Percent of the visitors. */
const Share = Type.Number({ minimum: 0, maximum: 100 })

/** Query of `POST /releases/{name}`: `share` and `set` belong to the channel canary. */
export const Deployment = Type.Object({
  /** Stable by default. */
  channel: Type.Optional(Type.Enum(['stable', 'canary'])),
  share: Type.Optional(Type.Number({ minimum: 0.01, maximum: 100 })),
  /** Remotes that are deployed with the same set go to the same visitors. */
  set: Type.Optional(SetName),
  /** For the history. */
  why: Type.Optional(Reason),
})
export type Deployment = Static<typeof Deployment>

/** Response of `POST /releases/{name}/check`, whose body is the `release.json` of a build. */
export const Described = Type.Object({ name: ReleaseName, version: Version })
export type Described = Static<typeof Described>

/** Response of `POST /releases/{name}`. */
export const Deployed = Type.Object({
  name: ReleaseName,
  version: Version,
  /** Stable also for a canary of the version that is stable already. */
  channel: Type.Enum(['stable', 'canary']),
  /** A page that the release is on. */
  url: Type.String(),
  /** False if this version was on the channel already. */
  changed: Type.Boolean(),
})
export type Deployed = Static<typeof Deployed>

export const ReleaseChannels = Type.Object({
  stable: Type.Union([Version, Type.Null()]),
  canary: Type.Union([
    Type.Object({
      version: Version,
      share: Share,
      set: Type.String(),
      /** A value of the cookie `visit` with which a browser gets it; absent while its share is 0. */
      visit: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    Type.Null(),
  ]),
  /** Whether stable stays as it is until it is unpinned. */
  pinned: Type.Boolean(),
})
export type ReleaseChannels = Static<typeof ReleaseChannels>

export const Visits = Type.Object({
  /** Addresses that opened a page with the release, each once. */
  visits: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({ minimum: 0 }),
})
export type Visits = Static<typeof Visits>

/** One action of the audit log. */
const ReleaseAction = Type.Object({
  at: Type.String(),
  /** The token's id and label, the operator, or BY_REGISTRY. */
  by: Type.String(),
  action: Type.String(),
  version: Type.Optional(Type.String()),
  channel: Type.Optional(Type.String()),
  /** The version that the channel named before. */
  was: Type.Optional(Type.String()),
  share: Type.Optional(Share),
  set: Type.Optional(Type.String()),
  why: Type.Optional(Type.String()),
})

/** Response of `GET /releases/{name}`; the latest action is first. */
export const ReleaseStatus = Type.Object({
  name: ReleaseName,
  channels: ReleaseChannels,
  /** What the registry that was asked has counted of the canary so far, and of stable in the same time. */
  outcomes: Type.Optional(Type.Object({ canary: Visits, stable: Visits })),
  history: Type.Array(ReleaseAction),
})
export type ReleaseStatus = Static<typeof ReleaseStatus>

/** Body of `PUT /releases/{name}/channels`. */
export const ChannelChange = Type.Object({
  /**
   * `promote`: the canary becomes stable. `rollback`: to `version`, by default the one that was stable before; a canary
   * ends. `canary`: it goes to another `share` of the visitors. `pin`: stable stays as it is until `unpin`. `withdraw`:
   * pages have no such remote, until the next deploy or a rollback to a version.
   */
  action: Type.Enum(['promote', 'rollback', 'canary', 'pin', 'unpin', 'withdraw']),
  version: Type.Optional(Version),
  share: Type.Optional(Share),
  /** For the history. */
  why: Type.Optional(Reason),
})
export type ChannelChange = Static<typeof ChannelChange>
