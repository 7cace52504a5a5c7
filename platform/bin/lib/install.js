import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './command.js'
import { ROOT } from './root.js'
import { step } from './step.js'

/** Installs what package-lock.json names, where node_modules is not that already. */
export async function install() {
  // Another launch may have installed them while this one waited.
  if (isInstalled()) return
  await step('Installing packages (npm ci)', () => {
    const npm = process.env.npm_execpath
    // Called by npm, the same npm installs; otherwise the one on the PATH.
    return npm?.endsWith('.js') ? runQuietly(process.execPath, [npm, 'ci']) : runQuietly('npm', ['ci'])
  })
}

/**
 * npm ends every installation by writing what it installed to node_modules/.package-lock.json, so an interrupted or
 * outdated one shows there. Optional packages are for other machines where they are missing.
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
    // Missing or half-written: not installed.
    return null
  }
}
