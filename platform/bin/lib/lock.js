import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const RETRY_MS = 250

/** Those of this process. @type {Set<string>} */
const held = new Set()

/**
 * Runs `work` under an exclusive lock file; waits, with a message, while another process holds it.
 * @template T
 * @param {string} lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(lock, work) {
  mkdirSync(dirname(lock), { recursive: true })
  let isAnnounced = false
  while (!take(lock)) {
    const holder = holderOf(lock)
    if (holder === null) continue
    // In a container, numbers begin anew: a killed process may have had that of this one.
    const isHeld = holder === process.pid ? held.has(lock) : isRunning(holder)
    if (!isHeld) {
      takeAway(lock, holder)
      continue
    }
    if (!isAnnounced)
      process.stdout.write(`Another launch (process ${holder}) is installing or building here: waiting …\n`)
    isAnnounced = true
    await wait(RETRY_MS)
  }
  held.add(lock)
  const release = () => {
    held.delete(lock)
    rmSync(lock, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    release()
    process.off('exit', release)
  }
}

/** @param {string} lock @returns {boolean} whether the lock was acquired */
function take(lock) {
  const draft = `${lock}.${process.pid}`
  writeFileSync(draft, String(process.pid))
  try {
    // Linking is atomic: the lock appears with its content, and EEXIST means that it is held.
    linkSync(draft, lock)
    return true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Removes the lock of a dead process. If another launch has replaced it meanwhile, the new lock is put back.
 * @param {string} lock
 * @param {number} dead
 */
function takeAway(lock, dead) {
  const grave = `${lock}.${process.pid}.dead`
  try {
    renameSync(lock, grave)
    if (holderOf(grave) !== dead) linkSync(grave, lock)
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EEXIST')) throw error
  } finally {
    rmSync(grave, { force: true })
  }
}

/** @param {string} file @returns {number | null} null without a lock; 0 for one that a power cut has emptied */
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
  if (pid === 0) return false
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
