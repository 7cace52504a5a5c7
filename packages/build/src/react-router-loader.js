/**
 * Makes react-router tree-shakeable. Its contexts and components are created and given a `displayName` at module level,
 * which bundlers treat as side effects; that kept 4.7 kB (brotli) of unused code in each remote. See docs/decisions/012.
 * @param {string} source
 * @returns {string}
 */
// biome-ignore lint/style/noDefaultExport: a loader is its module's default export.
export default function markPure(source) {
  return source
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
}
