import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
import { importContract } from './import-contract.js'
import { isLayered } from './packages.js'
import { StableIdsPlugin } from './stable-ids-plugin.js'

const { chunksGlobal } = await importContract('release-urls')

/** Browsers of the last three years, for scripts and styles. */
const BROWSERS = ['chrome >= 111', 'edge >= 111', 'firefox >= 114', 'safari >= 16.4', 'ios_saf >= 16.4']

/** Provided by the shell to every remote. Remotes bundle everything else themselves. */
const SHARED = ['react', 'react/', 'react-dom', 'react-dom/']

const CJS = /\.cjs$/

/** Has to be the first line of a script. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad'

/** The only release version in development. */
export const { LOCAL_VERSION } = await importContract('override')

// Else a container depends on the folder that the build was started in: it carries the version of the package there.
// biome-ignore lint/style/noProcessEnv: Module Federation has no option for it.
process.env.MF_BUILD_VERSION = 'local'

/** The default share strategy lets one hanging remote block the shell from starting. */
const FEDERATION = /** @type {const} */ ({ shareStrategy: 'loaded-first', dts: false, manifest: false })

/** @param {import('@rspack/core').Compiler} compiler @param {ConstructorParameters<typeof ModuleFederationPlugin>[0]} options */
export function federate(compiler, options) {
  new ModuleFederationPlugin({ ...options, ...FEDERATION }).apply(compiler)
  // All imports must find the same modules as those that the loader below makes ES modules.
  const alias = compiler.options.resolve.alias || {}
  for (const [name, path] of Object.entries(alias))
    if (/^@module-federation\/runtime(-tools)?$/.test(name)) alias[name] = String(path).replace(CJS, '.js')
}

/** @param {{ import?: false, eager?: true }} how @returns {Record<string, { singleton: true, requiredVersion: false, import?: false, eager?: true }>} */
export function share(how) {
  return Object.fromEntries(SHARED.map((name) => [name, { singleton: true, requiredVersion: false, ...how }]))
}

/**
 * Sets what the configuration of a web part leaves open, before rspack sets its own defaults. Rules are added.
 * @param {import('@rspack/core').Compiler} compiler
 * @param {{ name: string, splitChunks?: any }} part
 */
export function applyDefaults(compiler, { name, splitChunks = false }) {
  const { options, context } = compiler
  options.mode ??= 'production'
  if (options.mode === 'development') setMissing(options, developmentDefaults(name))
  setMissing(options, defaults(name, context))
  const { optimization } = options
  if (isAbsent(optimization.splitChunks)) optimization.splitChunks = splitChunks
  options.module.rules.push(...rules())
  new StableIdsPlugin().apply(compiler)
  if (options.mode === 'production') compileAtOnce(compiler)
}

/**
 * Chromium then compiles the functions of a script on another thread while it arrives, not one by one as they are called
 * (decision 073). Not React and large libraries, which have numbers for names: few of their functions are called.
 * @param {import('@rspack/core').Compiler} compiler
 */
function compileAtOnce(compiler) {
  // Just before scripts are mapped to their sources, and after they are minified, which removes comments.
  const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING - 1
  new rspack.BannerPlugin({ banner: COMPILE_HINT, raw: true, test: /^(?!react\.)[a-z][^/]*\.js$/, stage }).apply(
    compiler,
  )
}

/** @param {string} name @param {string} dir @returns {import('@rspack/core').Configuration} */
function defaults(name, dir) {
  return {
    name,
    target: ['web', 'es2022'],
    output: {
      path: join(dir, 'dist'),
      clean: true,
      publicPath: 'auto',
      // Without the version, which would change all files with each release.
      uniqueName: name.replaceAll('-', '_'),
      chunkLoadingGlobal: chunksGlobal(name),
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
      // Keeps custom property names: they are design tokens shared by all parts.
      parser: { 'css/auto': { dashedIdents: false } },
      generator: { 'css/auto': { localIdentName: `${name}-[local]-[hash:base64:6]` } },
    },
    optimization: {
      // Of the path: numbers in order would all change with a new module.
      moduleIds: 'deterministic',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
      realContentHash: true,
    },
    performance: false,
  }
}

/** Readable code, served as the release `dev`. @param {string} name @returns {import('@rspack/core').Configuration} */
function developmentDefaults(name) {
  return {
    devtool: 'cheap-module-source-map',
    output: {
      publicPath: `/r/${name}/${LOCAL_VERSION}/`,
      // Hot reload replaces a stylesheet under the name the page knows.
      cssFilename: '[name].css',
      cssChunkFilename: '[name].css',
    },
    optimization: {
      moduleIds: 'named',
      minimize: false,
      realContentHash: false,
      // A failed compilation is not published: the last good one stays up.
      emitOnErrors: false,
    },
  }
}

/** @param {any} options @param {Record<string, any>} missing set where undefined, at any depth */
function setMissing(options, missing) {
  for (const [key, value] of Object.entries(missing)) {
    if (isRecord(value) && isRecord(options[key])) setMissing(options[key], value)
    else options[key] ??= value
  }
}

/** rspack replaces an absent `splitChunks` by an empty one. @param {any} splitChunks normalized */
function isAbsent(splitChunks) {
  const { defaultSizeTypes: _types, cacheGroups, ...set } = splitChunks || { set: true }
  return Object.keys({ ...cacheGroups, ...set }).length === 0
}

/** @param {unknown} value */
function isRecord(value) {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** @param {string} path relative to this folder */
function pathOf(path) {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** @returns {import('@rspack/core').RuleSetRule[]} */
function rules() {
  return [
    {
      test: /\.tsx?$/,
      loader: 'builtin:swc-loader',
      type: 'javascript/auto',
      options: {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          // The React of a running site has no runtime for development.
          transform: { react: { runtime: 'automatic', development: false } },
        },
        env: { targets: BROWSERS },
      },
    },
    { test: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/, loader: pathOf('react-router-loader.js') },
    { test: /module-federation[\\/]runtime[\\/]rspack\.js$/, loader: pathOf('federation-loader.js') },
    { test: /\.css$/, type: 'css/auto' },
    { test: /\.css$/, include: isLayered, loader: pathOf('layer-loader.js') },
    { test: /\.(svg|woff2)$/, type: 'asset/resource' },
  ]
}
