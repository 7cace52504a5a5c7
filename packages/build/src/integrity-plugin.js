import { rspack } from '@rspack/core'

/**
 * Adds Subresource Integrity to every script and stylesheet that a bundle loads at run time, and says which release a
 * script is loaded for. The shell installs `__aanganGuard` with the page's hashes; a file without a known hash loads
 * unchecked.
 */
export class IntegrityPlugin {
  /** @param {string} container global name of the release's container */
  constructor(container) {
    this.container = JSON.stringify(container)
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      const hooks = rspack.RuntimePlugin.getCompilationHooks(compilation)
      hooks.createScript.tap(
        'IntegrityPlugin',
        (code) => `${code}\nself.__aanganGuard?.(script, url, ${this.container});`,
      )
      // A failed load is named by its `src`, which links lack: `findRemedy` would not know the file. Another release's
      // loader would take a stylesheet with the same chunk's name for its own.
      hooks.createLink.tap(
        'IntegrityPlugin',
        (code) => `${code}\nlink.src = link.href;\ndelete link.dataset.rspack;\nself.__aanganGuard?.(link, link.href);`,
      )
    })
  }
}
