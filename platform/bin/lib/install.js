import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './command.js'
import { ROOT } from './root.js'
import { step } from './step.js'

/** Installs the packages of package-lock.json unless node_modules matches it already. */
export async function install() {
  // Another launch may have installed while this one waited for the lock.
  if (isInstalled()) return
  await step('Installing packages (npm ci)', () => {
    const npm = process.env.npm_execpath
    // Prefer the npm that runs this script over the one on the PATH.
    return npm?.endsWith('.js') ? runQuietly(process.execPath, [npm, 'ci']) : runQuietly('npm', ['ci'])
  })
}

/**
 * npm writes node_modules/.package-lock.json at the end of an install, so an interrupted or outdated install shows
 * there. Missing optional packages are those of other platforms.
 * @returns {boolean}
 */
export function isInstalled() {
  const wanted = packagesIn('package-lock.json')
  const installed = packagesIn('node_modules/.package-lock.json')
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, { version, optional, link, integrity }]) => {
    if (!path.startsWith('node_modules/')) return true
    const found = installed[path]
    if (!found) return optional === true
    return found.version === version && found.link === link && found.integrity === integrity
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean, integrity?: string }> | null}
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages
  } catch {
    // Missing or half-written counts as not installed.
    return null
  }
}
