import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** As in contracts/contract.ts, which a build outside of TypeScript cannot import. */
export const CONTRACT = 1

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
