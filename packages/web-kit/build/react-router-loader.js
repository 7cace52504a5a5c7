/**
 * Lets a bundle leave out what it does not use of react-router. Its contexts and components are made by calls, and named
 * for developers, as its modules load; a bundler must take both for effects, and keeps links, forms and the data router
 * with all that they need: 4.7 kB (brotli) in each remote. See docs/decisions/012.
 * @param {string} source
 * @returns {string}
 */
// biome-ignore lint/style/noDefaultExport: a loader is its module's default export.
export default function markPure(source) {
  return source
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
}
