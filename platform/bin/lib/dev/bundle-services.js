import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bundling } from '../bundle.js'
import { ROOT } from '../root.js'

const OUT = join(ROOT, '.cache', 'dev', 'services')
export const BUNDLE = join(OUT, 'main.js')

/** @typedef {import('../../../../packages/web-kit/build/development-server/problem.js').Problem} Problem */

/**
 * Bundles all services into one file, again and again: what did not change is not read a second time.
 * @returns {Promise<{ build: () => Promise<{ problems: Problem[] } | { isNew: boolean }>, stop: () => Promise<void> }>}
 *   `isNew`: not what was built last. A comment changes nothing.
 */
export async function bundleServices() {
  const { context } = await import('esbuild')
  const entryPoints = { main: 'platform/src/main.ts' }
  const bundler = await context({ ...bundling(OUT), entryPoints, write: false })
  let last = ''
  return {
    async build() {
      const { errors, outputFiles = [] } = await bundler.rebuild().catch(failureOf)
      if (errors.length > 0) return { problems: errors.map(problemOf) }
      const hash = outputFiles.find(({ path }) => path === BUNDLE)?.hash ?? ''
      if (hash === last) return { isNew: false }
      for (const { path, contents } of outputFiles) {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, contents)
      }
      last = hash
      return { isNew: true }
    },
    stop: () => bundler.dispose(),
  }
}

/** @param {unknown} error @returns {{ errors: import('esbuild').Message[], outputFiles?: import('esbuild').OutputFile[] }} */
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
