import { type Static, Type } from 'typebox'

export const RendererConfig = Type.Object({
  /** The registry's folder of releases, which is only read. */
  RELEASES_DIR: Type.String({ minLength: 1 }),
  /** Processor time that a release may take for a page of usual length; one that often takes more is left to the browser. */
  RENDER_MS: Type.Integer({ minimum: 1, maximum: 10_000, default: 50 }),
  /** What the bundles of a process, the shell's and a remote's, may allocate; one that needs more ends. */
  RENDER_MEMORY_MB: Type.Integer({ minimum: 32, maximum: 4_096, default: 128 }),
})
export type RendererConfig = Static<typeof RendererConfig>
