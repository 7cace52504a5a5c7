import { mkdir, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { ALONE, bundling, THREADS } from '../bundle.js'
import { ROOT } from '../root.js'

const OUT = join(ROOT, '.cache', 'dev', 'services')
export const BUNDLE = join(OUT, 'main.js')
/**
 * Imports the npm packages that the bundle imports statically. Lies next to it, so that both resolve the same copies.
 */
export const PACKAGES = join(OUT, 'packages.js')

/** @typedef {import('../../../../packages/build/src/development-server/problem.js').Problem} Problem */

/**
 * Bundles all services into one file, incrementally.
 * @returns {Promise<{ build: () => Promise<{ problems: Problem[] } | { isNew: boolean }>, stop: () => Promise<void> }>}
 *   `isNew`: the output differs from the last build, which an edited comment does not cause.
 */
export async function bundleServices() {
  const { context } = await import('esbuild')
  const entryPoints = { main: 'platform/src/main.ts', ...THREADS, ...ALONE }
  const bundler = await context({ ...bundling(OUT), entryPoints, write: false, metafile: true })
  let last = ''
  return {
    async build() {
      const { errors, outputFiles = [], metafile } = await bundler.rebuild().catch(failureOf)
      if (errors.length > 0) return { problems: errors.map(problemOf) }
      const code = outputFiles.filter(({ path }) => path.endsWith('.js'))
      const hash = code.map((file) => file.hash).join()
      if (hash === last) return { isNew: false }
      for (const { path, contents } of outputFiles) {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, contents)
      }
      await writeFile(PACKAGES, loading(packagesOf(metafile)))
      last = hash
      return { isNew: true }
    },
    stop: () => bundler.dispose(),
  }
}

/** @param {import('esbuild').Metafile | undefined} metafile */
function packagesOf(metafile) {
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports)
  const wanted = imports.filter(
    ({ kind, path, external }) => external && kind === 'import-statement' && !isBuiltin(path),
  )
  return new Set(wanted.map(({ path }) => path))
}

/** @param {Iterable<string>} packages */
function loading(packages) {
  return [...packages].map((path) => `import ${JSON.stringify(path)}\n`).join('')
}

/** @param {unknown} error @returns {{ errors: import('esbuild').Message[], outputFiles?: import('esbuild').OutputFile[], metafile?: import('esbuild').Metafile }} */
function failureOf(error) {
  if (error instanceof Error && 'errors' in error)
    return { errors: /** @type {import('esbuild').Message[]} */ (error.errors) }
  throw error
}

/** @param {import('esbuild').Message} message @returns {Problem} */
function problemOf({ text, location }) {
  const problem = /** @type {const} */ ({ part: 'services', kind: 'compile', message: text })
  if (!location) return problem
  const { file, line, lineText } = location
  return { ...problem, file, line, frame: `> ${line} | ${lineText}` }
}
