/**
 * Wraps the stylesheets of remote, design and product in a cascade layer: `kit`, or `base` for global element styles. Remotes' sheets load in any
 * order, each with its own copy of the design; their own rules are unlayered and win regardless. Every sheet states the
 * layer order, since any of them may load first.
 * @this {Pick<import('@rspack/core').LoaderContext, 'resourcePath'>}
 * @param {string} source
 * @returns {string} with unchanged line numbers
 */
// biome-ignore lint/style/noDefaultExport: a loader is its module's default export.
export default function inLayer(source) {
  const layer = this.resourcePath.endsWith('.module.css') ? 'kit' : 'base'
  return `@layer base, kit; @layer ${layer} { ${source}\n}\n`
}
