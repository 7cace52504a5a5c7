import { isAbsolute, relative } from 'node:path'

/**
 * Makes the absolute imports in Module Federation's bootstrap relative: source maps would contain them. They name
 * CommonJS modules, of which nothing can be left out; beside them are the same as ES modules.
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} source
 * @returns {string}
 */
// biome-ignore lint/style/noDefaultExport: a loader is its module's default export.
export default function nameFromHere(source) {
  return source.replaceAll(/\bfrom "([^"]+)"/g, (statement, path) =>
    isAbsolute(path) ? `from ${JSON.stringify(fromFolder(this.rootContext, path))}` : statement,
  )
}

/** Begins with a dot: `node_modules/x` would be the name of a package. @param {string} folder @param {string} path */
function fromFolder(folder, path) {
  const found = relative(folder, path)
    .replaceAll('\\', '/')
    .replace(/\.cjs$/, '.js')
  return found.startsWith('..') ? found : `./${found}`
}
