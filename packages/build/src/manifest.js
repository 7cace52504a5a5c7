import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { importContract } from './import-contract.js'
import { readJson } from './version.js'

const { findManifestProblem } = await importContract('manifest-check')

/** Every web part without a manifest is the shell. @param {string} dir @returns {boolean} */
export function isRemote(dir) {
  return existsSync(join(dir, 'manifest.json'))
}

/** @param {string} dir @returns {import('@aangan/contracts/manifest').RemoteManifest} Throws an Error that names the file if it is missing or invalid. */
export function readManifest(dir) {
  const manifest = parseManifest(dir)
  const problem = findManifestProblem(manifest)
  if (problem) throw manifestError(`${basename(dir)}/manifest.json: ${problem}`)
  return manifest
}

/** @param {string} dir @returns {any} Throws an Error that names the file if it is not JSON. */
export function parseManifest(dir) {
  if (!isRemote(dir)) throw manifestError(`${dir} has no manifest.json: a remote needs one, see docs/manifest.md.`)
  try {
    return readJson(join(dir, 'manifest.json'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw manifestError(`${basename(dir)}/manifest.json is no JSON: ${reason}`)
  }
}

/** The command of rspack prints stacks, and here one says nothing. @param {string} message */
function manifestError(message) {
  return Object.assign(new Error(message), { stack: `Error: ${message}` })
}
