import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { applyDefaults, DEVELOPMENT_VERSION, FEDERATION, share } from './defaults.js'
import { IntegrityPlugin } from './integrity-plugin.js'
import { ReleasePlugin } from './release-plugin.js'
import { sourceVersion } from './version.js'

/** Builds the shell: one script that includes the shared modules, since the first paint needs all of them. */
export class ShellPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const version = sourceVersion(compiler.context)
    const draft = compiler.options.mode === 'development'
    applyDefaults(compiler, { name: 'shell' })
    new ModuleFederationPlugin({
      name: 'shell',
      remotes: {},
      shared: share({ eager: true }),
      experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
      ...FEDERATION,
    }).apply(compiler)
    new IntegrityPlugin('shell').apply(compiler)
    new ReleasePlugin({
      name: 'shell',
      version: draft ? DEVELOPMENT_VERSION : version,
      container: 'shell',
      entry: 'shell',
      preload: /inter-latin.*\.woff2$/,
      draft,
    }).apply(compiler)
  }
}
