import type { App } from '@aangan/service-kit/server'
import serveFiles from '@fastify/static'

/** `/<name>/<version>/<file>`. No segment starts with a dot: excludes unfinished uploads and parent folders. */
const RELEASED = /^\/[a-z][a-z0-9-]*\/[0-9A-Za-z][0-9A-Za-z.+-]*\/[A-Za-z0-9_][A-Za-z0-9._~-]*$/

/** Precompressed, and cached for a year, since a version never changes. */
export async function addReleaseFiles(app: App, releasesDir: string): Promise<void> {
  const addFiles = async (scope: App) => {
    await scope.register(serveFiles, {
      root: releasesDir,
      index: false,
      schemaHide: true,
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      allowedPath: (path) => RELEASED.test(path) && !/\.(br|gz)$/.test(path),
    })
  }
  await app.register(addFiles, { prefix: '/r' })
}
