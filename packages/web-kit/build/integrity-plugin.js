import { rspack } from '@rspack/core'

/**
 * Lets the browser enforce the hashes that the page carries: every script and style that a bundle's own runtime adds
 * gets its `integrity`. The shell puts the function there; a file the page does not know loads without.
 */
export class IntegrityPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      const hooks = rspack.RuntimePlugin.getCompilationHooks(compilation)
      hooks.createScript.tap('IntegrityPlugin', (code) => `${code}\nself.__aanganGuard?.(script, url);`)
      hooks.createLink.tap('IntegrityPlugin', (code) => `${code}\nself.__aanganGuard?.(link, link.href);`)
    })
  }
}
