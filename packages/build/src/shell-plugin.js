import { applyDefaults, federate, LOCAL_VERSION, share } from './defaults.js'
import { IntegrityPlugin } from './integrity-plugin.js'
import { ReleasePlugin } from './release-plugin.js'
import { sourceVersion } from './version.js'

/** React changes less often than the shell, and stays in the browser's cache then. Nothing else is split. */
const SPLIT_CHUNKS = {
  cacheGroups: {
    default: false,
    defaultVendors: false,
    react: {
      test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
      name: 'react',
      chunks: 'initial',
      enforce: true,
    },
  },
}

/** Builds the shell, with the shared modules: the first paint needs all of them. */
export class ShellPlugin {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const version = sourceVersion(compiler.context)
    const draft = compiler.options.mode === 'development'
    applyDefaults(compiler, { name: 'shell', splitChunks: SPLIT_CHUNKS })
    federate(compiler, {
      name: 'shell',
      remotes: {},
      shared: share({ eager: true }),
      experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
    })
    new IntegrityPlugin('shell').apply(compiler)
    new ReleasePlugin({
      name: 'shell',
      version: draft ? LOCAL_VERSION : version,
      container: 'shell',
      entry: 'shell',
      serverEntry: './src/render.tsx',
      preload: /inter-latin.*\.woff2$/,
      draft,
    }).apply(compiler)
  }
}
