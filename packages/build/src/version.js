import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { inputFolders } from './packages.js'

const SKIPPED = new Set(['node_modules', 'dist', 'fixture', 'testing'])

/**
 * A web part's version: the package version and 10 hex digits of a hash over all build inputs – its own files,
 * those of our packages, and the lockfile. Does not depend on the folder's path.
 * @param {string} dir
 * @returns {string} for example `0.1.0-3f9a1c0b2d`
 */
export function sourceVersion(dir) {
  const hash = createHash('sha256')
  addFolder(hash, dir)
  for (const folder of inputFolders()) addFolder(hash, folder)
  addFile(hash, 'lockfile', findLockfile(dir))
  return `${readJson(join(dir, 'package.json')).version}-${hash.digest('hex').slice(0, 10)}`
}

/** @param {string} path @returns {any} */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** @param {import('node:crypto').Hash} hash @param {string} folder */
function addFolder(hash, folder) {
  for (const path of listFiles(folder)) addFile(hash, relative(folder, path), path)
}

/** @param {import('node:crypto').Hash} hash @param {string} name @param {string | undefined} path */
function addFile(hash, name, path) {
  const content = path ? readFileSync(path) : ''
  hash.update(`${name}\0${content.length}\0`).update(content)
}

/**
 * @param {string} folder
 * @param {string[]} within the real paths of the folders that it is in
 * @returns {string[]} every file that can change the build, in a fixed order
 */
function listFiles(folder, within = []) {
  const here = realpathSync(folder)
  // A link may lead back.
  if (within.includes(here)) return []
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (SKIPPED.has(entry.name) || /\.test\.|^\.|^fixture-/.test(entry.name)) return []
    const path = join(folder, entry.name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory()) return listFiles(path, [...within, here])
    return found ? [path] : []
  })
}

/** @param {string} dir @returns {string | undefined} the nearest lockfile, searching upwards */
function findLockfile(dir) {
  const path = join(dir, 'package-lock.json')
  if (existsSync(path)) return path
  return dirname(dir) === dir ? undefined : findLockfile(dirname(dir))
}
