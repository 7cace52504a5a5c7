import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from './root.js'

const FOLDER = join(ROOT, '.cache')
const LOCK = join(FOLDER, 'launch.lock')
const LOOK_AGAIN_MS = 250

/**
 * Does the work while no other launch installs or builds in this folder; waits for one that does, and says so.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(work) {
  mkdirSync(FOLDER, { recursive: true })
  let told = false
  for (let holder = take(); holder !== null; holder = take()) {
    if (!told)
      process.stdout.write(`Another launch (process ${holder}) is installing or building here: waiting for it …\n`)
    told = true
    await wait(LOOK_AGAIN_MS)
  }
  const release = () => rmSync(LOCK, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    release()
    process.off('exit', release)
  }
}

/** @returns {number | null} the process that holds the lock, or null when it is ours now */
function take() {
  const draft = `${LOCK}.${process.pid}`
  writeFileSync(draft, String(process.pid))
  try {
    // A link comes into being with its content, and only where none is.
    linkSync(draft, LOCK)
    return null
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const holder = holderOf(LOCK)
  if (holder === null || isRunning(holder)) return holder ?? process.pid
  takeAway(holder)
  return holder
}

/**
 * Removes the lock of a launch that died. Another launch may have done so already and hold a new one, which is put back.
 * @param {number} dead
 */
function takeAway(dead) {
  const grave = `${LOCK}.${process.pid}.dead`
  try {
    renameSync(LOCK, grave)
    if (holderOf(grave) !== dead) linkSync(grave, LOCK)
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EEXIST')) throw error
  } finally {
    rmSync(grave, { force: true })
  }
}

/** @param {string} file @returns {number | null} */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** @param {unknown} error @param {string[]} codes */
function hasCode(error, ...codes) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
