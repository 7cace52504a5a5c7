/**
 * Puts a stylesheet of web-kit into a cascade layer: `kit`, or `base` where it styles elements for the whole page. The
 * sheets of remotes come and go in any order, and kit styles are in each of them; what a remote says itself is in no
 * layer, so it wins over both whatever came last. Each sheet states the order, since any of them may be the first.
 * @this {Pick<import('@rspack/core').LoaderContext, 'resourcePath'>}
 * @param {string} source
 * @returns {string} with its lines where they were
 */
// biome-ignore lint/style/noDefaultExport: a loader is its module's default export.
export default function inLayer(source) {
  const layer = this.resourcePath.endsWith('.module.css') ? 'kit' : 'base'
  return `@layer base, kit; @layer ${layer} { ${source}\n}\n`
}
