import { Type } from 'typebox'

const Strings = Type.Array(Type.String())
const Path = Type.String({ pattern: '^/$|^(/([a-z0-9-]+|\\{[a-z][A-Za-z0-9]*\\}))+$' })

const FirstManifest = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  routes: Type.Array(
    Type.Object({
      path: Path,
      title: Type.String({ minLength: 1 }),
      description: Type.Optional(Type.String()),
      data: Type.Optional(Type.String({ pattern: '^/' })),
      about: Type.Optional(Type.Enum(['site', 'search', 'listing'])),
      noindex: Type.Optional(Type.Literal(true)),
      signedIn: Type.Optional(Type.Literal(true)),
      preload: Type.Optional(Strings),
    }),
  ),
  nav: Type.Optional(
    Type.Array(
      Type.Object({
        path: Path,
        label: Type.String({ minLength: 1 }),
        order: Type.Integer(),
        for: Type.Enum(['everyone', 'visitor', 'user']),
        area: Type.Enum(['main', 'account', 'footer']),
      }),
    ),
  ),
  offers: Type.Record(
    Type.String(),
    Type.Object({
      module: Type.String({ pattern: '^\\./[a-z][a-z0-9-]*$' }),
      slot: Type.String({ pattern: '^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+$' }),
    }),
  ),
  budget: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
})

/** As registries before contracts read `release.json`, which refuse other keys. Never to be changed. */
export const FirstRelease = Type.Object({
  name: Type.String(),
  version: Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$' }),
  entry: Type.String(),
  container: Type.String(),
  exposes: Type.Record(Type.String(), Type.Object({ js: Strings, css: Strings })),
  preload: Strings,
  files: Type.Record(
    Type.String(),
    Type.Object({
      bytes: Type.Integer(),
      integrity: Type.String({ pattern: '^(sha384-[A-Za-z0-9+/]{64})?$' }),
    }),
  ),
  manifest: Type.Optional(FirstManifest),
})
