import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { importContract } from './import-contract.js'

export const { CONTRACT } = await importContract('contract')

/**
 * @param {string} dir of a web part @param {{ isShell: boolean }} part
 * @returns {string | undefined} the version that the shell bundles, or the range that a remote's package.json names
 */
export function reactOf(dir, { isShell }) {
  const file = join(dir, 'package.json')
  if (isShell) return createRequire(file)('react/package.json').version
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(file, 'utf8'))
  return { ...dependencies, ...peerDependencies }.react
}
