import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './root.js'

const SKIPPED = new Set(['node_modules', 'dist', 'e2e', 'testing', '.cache'])

/**
 * Hashes the content of files and folders, without tests. Unlike mtimes, it survives a fresh checkout and a reverted
 * edit.
 * @param {string[]} paths relative to the repository; missing ones are skipped
 * @returns {string}
 */
export function hashOf(paths) {
  const hash = createHash('sha256').update(process.platform)
  for (const path of paths.flatMap(filesIn)) {
    const content = readFileSync(join(ROOT, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  return statSync(full).isFile() ? [path] : listFolder(path)
}

/** @param {string} folder @returns {string[]} */
function listFolder(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (SKIPPED.has(entry.name) || entry.name.includes('.test.')) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? listFolder(path) : [path]
  })
}

/**
 * Whether the last build of that name had the same inputs and its outputs still exist.
 * @param {string} name
 * @param {string} inputs hash
 */
export function isBuilt(name, inputs) {
  const { inputs: seen, outputs } = readStamp(name)
  return seen === inputs && outputs.every((/** @type {string} */ path) => existsSync(join(ROOT, path)))
}

/**
 * @param {string} name
 * @param {string} inputs hash
 * @param {string[]} outputs paths relative to the repository
 */
export function noteBuilt(name, inputs, outputs) {
  mkdirSync(dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), JSON.stringify({ inputs, outputs }))
}

/**
 * Empty if nothing was built, or if a power cut has damaged the file.
 * @param {string} name
 * @returns {{ inputs?: string, outputs: string[] }}
 */
function readStamp(name) {
  try {
    return JSON.parse(readFileSync(stampOf(name), 'utf8'))
  } catch {
    return { outputs: [] }
  }
}

/** @param {string} name */
function stampOf(name) {
  return join(ROOT, '.cache', `built-${name}.json`)
}
