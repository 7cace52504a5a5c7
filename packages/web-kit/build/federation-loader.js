import { isAbsolute, relative } from 'node:path'

/**
 * Names what Module Federation's start of a bundle imports from the part's folder on: it gives full paths, which would
 * reach the source maps.
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} source
 * @returns {string}
 */
// biome-ignore lint/style/noDefaultExport: a loader is its module's default export.
export default function nameFromHere(source) {
  return source.replaceAll(/\bfrom "([^"]+)"/g, (statement, path) =>
    isAbsolute(path) ? `from ${JSON.stringify(relative(this.rootContext, path).replaceAll('\\', '/'))}` : statement,
  )
}
