import inLayer from '@aangan/build/layer-loader'
import type { Plugin } from 'vitest/config'

/** A colour that no screen uses. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="rgb(200,120,210)"/></svg>'

/** Puts the packages' styles into their cascade layers, as the build does. */
export function kitLayers(): Plugin {
  return {
    name: 'kit-layers',
    enforce: 'pre',
    transform(code, id) {
      if (/\/packages\/(remote|design|product)\/src\/[^?]+\.css$/.test(id))
        return inLayer.call({ resourcePath: id }, code)
    },
  }
}

/**
 * Serves one picture for every path under /media; 404 for paths with `gone`, for drawings of the listing f…f, and for all
 * while the cookie `media=gone` is set.
 */
export function pictures(): Plugin {
  return {
    name: 'pictures',
    configureServer({ middlewares }) {
      middlewares.use('/media', (request, response) => {
        const isGone = /\/gone|f{24}/.test(request.url ?? '') || request.headers.cookie?.includes('media=gone')
        if (isGone) return void response.writeHead(404).end()
        response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(PICTURE)
      })
    },
  }
}

/** Replaces every screen test with one that reports why it cannot run. */
export function missing(reason: string): Plugin {
  const code = `import { needs } from '@aangan/service-kit/testing/needs'
    import { it } from 'vitest'
    needs('Chromium', { missing: ${JSON.stringify(reason)} })
    it('shows its screens', () => {})`
  return {
    name: 'missing',
    enforce: 'pre',
    load: (id) => (/\.screen\.test\.ts$/.test(id) ? code : undefined),
  }
}
