import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { startCheckpoints } from '../store/sqlite/checkpoints.ts'
import { openFlushes } from '../store/sqlite/flushes.ts'
import { sharedThreads } from '../store/sqlite/threads.ts'
import type { Answer } from './answer.ts'
import { openLogFile } from './sqlite-file.ts'
import { createLog } from './sqlite-log.ts'

/** How soon a consumer sees another process's events. A poll costs microseconds. */
const POLL_MS = 250

export interface SqliteHub {
  file: string
  db: DatabaseSyncInstance
  append(entry: { id: string; subject: string; text: string }): Promise<void>
  /** Resolves once the event `seq` and all before it are on the disk. */
  onDisk(seq: number): Promise<void>
  /** Throws while nothing can be written: UNAVAILABLE for good once a flush has failed. */
  ping(): Promise<void>
  /** Calls `wake` after every change, by this process or another. Returns an unsubscribe function. */
  watch(wake: () => void): () => void
  answers: Map<string, Answer[]>
  listeners: Map<string, Set<(text: string) => void>>
  release(): Promise<void>
}

interface OpenHub {
  hub: Promise<SqliteHub>
  users: number
}

/** By file: a request on one bus must find the responder registered on another, as it does on NATS. */
const open = new Map<string, OpenHub>()

/** Opened by the first user of the file, closed by the last. Throws if the file cannot be used. */
export async function acquireHub(file: string): Promise<SqliteHub> {
  const entry = open.get(file) ?? { hub: openHub(file), users: 0 }
  open.set(file, entry)
  entry.users += 1
  try {
    return await entry.hub
  } catch (error) {
    open.delete(file)
    throw error
  }
}

function leave(file: string): boolean {
  const entry = open.get(file)
  if (!entry) return false
  entry.users -= 1
  if (entry.users > 0) return false
  return open.delete(file)
}

async function openHub(file: string): Promise<SqliteHub> {
  const db = await openLogFile(file)
  const version = db.prepare('PRAGMA data_version')
  const dataVersion = (): number => version.get().data_version
  const flushes = await openFlushes(file, dataVersion)
  const log = createLog(db, flushes)
  const checkpoints = startCheckpoints(file, sharedThreads())
  const watchers = createWatchers(dataVersion)
  return {
    file,
    db,
    answers: new Map(),
    listeners: new Map(),
    onDisk: log.onDisk,
    ping: log.ping,
    watch: watchers.watch,
    async append(entry) {
      await log.append(entry)
      checkpoints.wrote()
      watchers.wake()
    },
    async release() {
      if (!leave(file)) return
      watchers.end()
      await log.close()
      await flushes.close()
      db.close()
      await checkpoints.stop()
    },
  }
}

function createWatchers(dataVersion: () => number) {
  const watching = new Set<() => void>()
  let seen = dataVersion()
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    for (const each of watching) each()
  }

  function poll(): void {
    const now = dataVersion()
    if (now === seen) return
    seen = now
    wake()
  }

  function end(): void {
    clearInterval(timer)
    timer = undefined
  }

  function watch(each: () => void): () => void {
    watching.add(each)
    timer ??= setInterval(poll, POLL_MS)
    return () => {
      watching.delete(each)
      if (watching.size === 0) end()
    }
  }

  return { watch, wake, end }
}
