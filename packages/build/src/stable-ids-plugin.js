/**
 * Module Federation names its runtime by a text with absolute paths, from which its id would be made: the bytes of a build
 * would depend on its folder.
 */
export class StableIdsPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('StableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableIdsPlugin', (modules) => {
        // Not the types of modules: here their `identifier` is a text, and their `id` can be set.
        const named = /** @type {{ identifier: string, id: number }[]} */ (/** @type {unknown} */ ([...modules]))
        const runtimes = named.filter(({ identifier }) => identifier.includes('data:text/javascript'))
        for (const [at, module] of runtimes.entries()) module.id = -1 - at
      })
    })
  }
}
