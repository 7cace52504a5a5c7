import type { App } from '@aangan/service-kit/server'
import serveFiles from '@fastify/static'
import { Type } from 'typebox'
import { openHolders } from './holders.ts'

/** `/<name>/<version>/<file>`. No segment starts with a dot: excludes unfinished uploads and parent folders. */
const RELEASED = /^\/[a-z][a-z0-9-]*\/[0-9A-Za-z][0-9A-Za-z.+-]*\/[A-Za-z0-9_][A-Za-z0-9._~-]*$/
const PACKED = /\.(br|gz)$/

const params = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  file: Type.String({ pattern: '^[A-Za-z0-9_][A-Za-z0-9._~-]*$' }),
})

/**
 * Precompressed, and cached for a year: the files of a version never change, and neither do those of hashed names,
 * which all versions share at `/<name>/<file>`.
 */
export async function addReleaseFiles(app: App, releasesDir: string): Promise<void> {
  const findHolder = openHolders(releasesDir)
  const addFiles = async (scope: App) => {
    await scope.register(serveFiles, {
      root: releasesDir,
      index: false,
      schemaHide: true,
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      allowedPath: (path) => RELEASED.test(path) && !PACKED.test(path),
    })
    scope.get('/:name/:file', { schema: { hide: true, params } }, async ({ params: { name, file } }, reply) => {
      const version = await findHolder(name, file)
      return version === null ? reply.callNotFound() : reply.sendFile(`/${name}/${version}/${file}`)
    })
  }
  await app.register(addFiles, { prefix: '/r' })
}
