import { rspack } from '@rspack/core'

/**
 * Adds Subresource Integrity to every script and stylesheet that a bundle loads at run time. The shell installs
 * `__aanganGuard` with the page's hashes; a file without a known hash loads unchecked.
 */
export class IntegrityPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      const hooks = rspack.RuntimePlugin.getCompilationHooks(compilation)
      hooks.createScript.tap('IntegrityPlugin', (code) => `${code}\nself.__aanganGuard?.(script, url);`)
      // A failed load is named by its `src`, which links lack: `findRemedy` would not know the file.
      hooks.createLink.tap(
        'IntegrityPlugin',
        (code) => `${code}\nlink.src = link.href;\nself.__aanganGuard?.(link, link.href);`,
      )
    })
  }
}
