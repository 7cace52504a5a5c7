import { promisify } from 'node:util'
import { rspack } from '@rspack/core'

/** Handed in by the shell's bundle, so that a page has one React. */
const SHARED = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']
/** Those of a configuration that change its modules. They keep no state, so both builds can use them. */
const PLUGINS = ['DefinePlugin', 'EnvironmentPlugin', 'NormalModuleReplacementPlugin', 'ProvidePlugin']
const CONDITIONS = ['aangan:server', 'browser', 'module', 'import', 'require', 'production', 'default']
const NO_STYLES = { exportsOnly: true }
const FILE = 'server.js'

/**
 * Builds a module of a web part once more, for rendering its pages on a server: from the same sources by the same rules,
 * so with the same class names, as one script that sets `module.exports`. Throws an Error if it does not compile.
 * @param {import('@rspack/core').Compiler} compiler of the browser's build
 * @param {{ entry: string, isShell: boolean }} bundle
 * @returns {Promise<Buffer>}
 */
export async function buildServerBundle({ context, options }, { entry, isShell }) {
  const { name, output, resolve, module, plugins } = options
  /** @type {Buffer | undefined} */
  let code
  const server = rspack({
    name: `${name}, for servers`,
    context,
    mode: 'production',
    devtool: false,
    target: 'es2022',
    entry: { server: entry },
    output: {
      path: output.path ?? context,
      uniqueName: output.uniqueName ?? '',
      filename: FILE,
      publicPath: '',
      assetModuleFilename: output.assetModuleFilename ?? '',
      chunkFormat: 'commonjs',
      chunkLoading: false,
      // Otherwise a module that has failed is there from then on, half run, and each page fails for another reason.
      strictModuleErrorHandling: true,
      library: { type: 'commonjs2' },
    },
    resolve: { ...resolve, conditionNames: CONDITIONS },
    module: {
      rules: module.rules,
      // One script, whatever the browser loads later.
      parser: { ...module.parser, javascript: { ...module.parser?.javascript, dynamicImportMode: 'eager' } },
      generator: {
        ...module.generator,
        css: NO_STYLES,
        'css/auto': { ...module.generator?.['css/auto'], ...NO_STYLES },
        'css/module': NO_STYLES,
      },
    },
    externals: isShell ? {} : Object.fromEntries(SHARED.map((id) => [id, `commonjs2 ${id}`])),
    plugins: [
      ...plugins.filter((plugin) => plugin && PLUGINS.includes(plugin.constructor.name)),
      takeFile((content) => {
        code = content
      }),
    ],
    optimization: {
      moduleIds: 'deterministic',
      splitChunks: false,
      minimizer: [new rspack.SwcJsMinimizerRspackPlugin()],
    },
    performance: false,
  })
  const stats = await promisify(server.run.bind(server))()
  await promisify(server.close.bind(server))()
  if (!code || stats?.hasErrors()) throw new Error(stats?.toString({ all: false, errors: true }))
  return code
}

/**
 * Throws if the browser has not all class names of the bundle: its page would be hydrated silently, without their styles.
 * @param {string} name of the part, which they begin with
 * @param {{ code: Buffer, compilation: import('@rspack/core').Compilation }} builds for servers, and the browser's
 */
export function checkClassNames(name, { code, compilation }) {
  /** @param {Buffer} text */
  const classesIn = (text) => text.toString().match(new RegExp(`(?<![\\w-])${name}-[\\w-]+`, 'g')) ?? []
  const files = compilation.getAssets().filter((asset) => /\.(js|css)$/.test(asset.name))
  const known = new Set(files.flatMap(({ source }) => classesIn(source.buffer())))
  const unknown = new Set(classesIn(code).filter((one) => !known.has(one)))
  if (unknown.size > 0)
    throw new Error(`${name}: pages rendered on a server would have classes without styles: ${[...unknown].join(', ')}`)
}

/** Nothing is written: the release has the script among its own files. @param {(content: Buffer) => void} take */
function takeFile(take) {
  return {
    /** @param {import('@rspack/core').Compiler} compiler */
    apply(compiler) {
      compiler.hooks.thisCompilation.tap('TakeFile', (compilation) => {
        const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tap({ name: 'TakeFile', stage }, () => {
          const asset = compilation.getAsset(FILE)
          if (asset) take(asset.source.buffer())
          for (const { name } of compilation.getAssets()) compilation.deleteAsset(name)
        })
      })
    },
  }
}
