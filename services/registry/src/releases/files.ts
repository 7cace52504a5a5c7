import { isServerFile } from '@aangan/contracts/release-urls'
import type { App } from '@aangan/service-kit/server'
import serveFiles from '@fastify/static'
import { openHolders } from './holders.ts'

/** `/<name>/<version>/<file>`. No segment starts with a dot: excludes unfinished uploads and parent folders. */
const RELEASED = /^\/[a-z][a-z0-9-]*\/[0-9A-Za-z][0-9A-Za-z.+-]*\/[A-Za-z0-9_][A-Za-z0-9._~-]*$/
const PACKED = /\.(br|gz)$/

interface Shared {
  Params: { name: string; file: string }
}

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
      allowedPath: isReleased,
    })
    scope.get<Shared>('/:name/:file', { schema: { hide: true } }, async ({ params: { name, file } }, reply) => {
      const version = isReleased(`/${name}/0/${file}`) ? await findHolder(name, file) : null
      return version === null ? reply.callNotFound() : reply.sendFile(`/${name}/${version}/${file}`)
    })
  }
  await app.register(addFiles, { prefix: '/r' })
}

function isReleased(path: string): boolean {
  return RELEASED.test(path) && !PACKED.test(path) && !isServerFile(path)
}
