import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
import { development } from './development.js'
import { IntegrityPlugin } from './integrity-plugin.js'
import { ReleasePlugin } from './release-plugin.js'
import { readJson, sourceVersion } from './version.js'

/** Browsers of the last three years, for scripts and styles. */
const BROWSERS = ['chrome >= 111', 'edge >= 111', 'firefox >= 114', 'safari >= 16.4', 'ios_saf >= 16.4']

/** Provided by the shell to every remote. Remotes bundle everything else themselves. */
const SHARED = ['react', 'react/', 'react-dom', 'react-dom/']

/** @typedef {{ devReleases?: string }} BuildOptions `devReleases`: build for development, into this releases folder */

/**
 * The build of a remote, called from `mfe-x/rspack.config.js`. Exposes `./remote` and each offer in the manifest;
 * `./box` is `src/box.tsx`.
 * @param {string} dir
 * @param {BuildOptions} [options]
 * @returns {import('@rspack/core').Configuration}
 */
export function remoteConfig(dir, { devReleases } = {}) {
  const manifest = readJson(join(dir, 'manifest.json'))
  const version = sourceVersion(dir)
  const container = `${manifest.name}_${version}`.replaceAll(/[^0-9A-Za-z]/g, '_')
  const modules = ['./remote', ...Object.values(manifest.offers).map(({ module }) => module)]
  const config = {
    ...baseConfig(dir, manifest.name, container),
    entry: {},
    plugins: [
      new ModuleFederationPlugin({
        name: container,
        filename: 'entry.[contenthash:8].js',
        exposes: Object.fromEntries(modules.map((module) => [module, exposed(basename(module))])),
        shared: share({ import: false }),
        experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
        ...QUIET,
      }),
      new IntegrityPlugin(),
      new ReleasePlugin({ name: manifest.name, version, container, entry: container, manifest }),
    ],
  }
  return devReleases ? development(config, devReleases) : config
}

/**
 * The build of the shell: one script that includes the shared modules, since the first paint needs all of them.
 * @param {string} dir
 * @param {BuildOptions} [options]
 * @returns {import('@rspack/core').Configuration}
 */
export function shellConfig(dir, { devReleases } = {}) {
  const version = sourceVersion(dir)
  const config = {
    ...baseConfig(dir, 'shell', `shell_${version}`.replaceAll(/[^0-9A-Za-z]/g, '_')),
    entry: { shell: './src/main.tsx' },
    plugins: [
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shared: share({ eager: true }),
        experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
        ...QUIET,
      }),
      new IntegrityPlugin(),
      new ReleasePlugin({
        name: 'shell',
        version,
        container: 'shell',
        entry: 'shell',
        preload: /inter-latin.*\.woff2$/,
      }),
    ],
  }
  return devReleases ? development(config, devReleases) : config
}

/** @param {string} name of the module, the file and the chunk */
function exposed(name) {
  return { import: `./src/${name}.tsx`, name }
}

/** The default share strategy lets one hanging remote block the shell from starting. */
const QUIET = /** @type {const} */ ({ shareStrategy: 'loaded-first', dts: false, manifest: false })

/** @param {{ import?: false, eager?: true }} how @returns {Record<string, { singleton: true, requiredVersion: false, import?: false, eager?: true }>} */
function share(how) {
  return Object.fromEntries(SHARED.map((name) => [name, { singleton: true, requiredVersion: false, ...how }]))
}

/** @param {string} dir @param {string} name @param {string} uniqueName @returns {import('@rspack/core').Configuration} */
function baseConfig(dir, name, uniqueName) {
  return {
    name,
    context: dir,
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: 'source-map',
    output: {
      path: join(dir, 'dist'),
      clean: true,
      publicPath: 'auto',
      uniqueName,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      cssFilename: '[name].[contenthash:8].css',
      cssChunkFilename: '[name].[contenthash:8].css',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      crossOriginLoading: 'anonymous',
      // A module that throws during evaluation must throw again on retry instead of looking empty.
      strictModuleErrorHandling: true,
      chunkLoadTimeout: 10_000,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [...scripts(), ...styles(), { test: /\.(svg|woff2)$/, type: 'asset/resource' }],
      // Keeps custom property names: they are design tokens shared by all parts.
      parser: { 'css/auto': { dashedIdents: false } },
      generator: { 'css/auto': { localIdentName: `${name}-[local]-[hash:base64:6]` } },
    },
    optimization: {
      // Named ids would contain the absolute path, because Module Federation names its runtime by full path.
      moduleIds: 'natural',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
      splitChunks: false,
      realContentHash: true,
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
  }
}

/** @param {string} path relative to this folder */
function pathOf(path) {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** @returns {import('@rspack/core').RuleSetRule[]} */
function scripts() {
  return [
    {
      test: /\.tsx?$/,
      loader: 'builtin:swc-loader',
      type: 'javascript/auto',
      options: {
        jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
        env: { targets: BROWSERS },
      },
    },
    { test: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/, loader: pathOf('react-router-loader.js') },
    { test: /module-federation[\\/]runtime[\\/]rspack\.js$/, loader: pathOf('federation-loader.js') },
  ]
}

/** @returns {import('@rspack/core').RuleSetRule[]} */
function styles() {
  return [
    { test: /\.css$/, type: 'css/auto' },
    { test: /\.css$/, include: pathOf('../src'), loader: pathOf('layer-loader.js') },
  ]
}
