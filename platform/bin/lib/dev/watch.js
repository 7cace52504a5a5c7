import { existsSync, readdirSync, watch } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../root.js'

/** Covers editors that write a file in two steps, and copied folders. */
const SETTLE_MS = 60
const SKIPPED = /^(node_modules|dist|\..*)$/

/**
 * Reports changed files, debounced. Watches each folder separately: on Linux the recursive watch of Node 20 misses
 * files that are replaced, which is how editors save.
 * @param {object} options
 * @param {string[]} options.folders
 * @param {number} [options.depth] levels of subfolders to include
 * @param {(path: string) => boolean} options.isWanted receives paths relative to the repository
 * @param {(paths: string[]) => void} options.onChange receives paths relative to the repository
 * @returns {{ stop: () => void }}
 */
export function watchFolders({ folders, depth = Number.POSITIVE_INFINITY, isWanted, onChange }) {
  /** @type {Map<string, import('node:fs').FSWatcher>} */
  const watchers = new Map()
  /** @type {Set<string>} */
  const changed = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  let timer

  /** @param {string} path */
  function note(path) {
    const name = relative(ROOT, path)
    if (!isWanted(name)) return
    changed.add(name)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const paths = [...changed]
      changed.clear()
      onChange(paths)
    }, SETTLE_MS)
  }

  /** @param {string} folder @param {number} levels */
  function follow(folder, levels) {
    if (watchers.has(folder) || !existsSync(folder)) return
    const watcher = watch(folder, (_event, name) => {
      if (name === null) return
      note(join(folder, name))
      if (levels > 0) followNew(join(folder, name), levels - 1)
    })
    watcher.on('error', () => unfollow(folder))
    watchers.set(folder, watcher)
    if (levels > 0) for (const name of foldersIn(folder)) follow(join(folder, name), levels - 1)
  }

  /** Also reports files created before the watch was set up. @param {string} path @param {number} levels */
  function followNew(path, levels) {
    if (!existsSync(path)) return unfollow(path)
    if (watchers.has(path) || SKIPPED.test(path.split('/').at(-1) ?? '')) return
    const isFolder = foldersIn(join(path, '..')).includes(path.split('/').at(-1) ?? '')
    if (!isFolder) return
    follow(path, levels)
    for (const name of readdirSync(path)) note(join(path, name))
  }

  /** @param {string} folder */
  function unfollow(folder) {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  for (const folder of folders) follow(folder, depth)
  return {
    stop() {
      clearTimeout(timer)
      for (const folder of [...watchers.keys()]) unfollow(folder)
    },
  }
}

/** @param {string} folder */
function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name))
    .map(({ name }) => name)
}
