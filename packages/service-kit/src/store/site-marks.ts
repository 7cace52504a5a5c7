import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { ConfigError } from '../config.ts'
import { makeFolder, writeDurably } from '../durable-files.ts'
import { ifMissing } from '../if-missing.ts'
import { openConnection } from './sqlite/connection.ts'
import { isFullDatabase } from './sqlite/errors.ts'
import { openWhenFree } from './sqlite/open-when-free.ts'

/** Which site a database or folder belongs to, and under which name: `text` is the same for no two. */
export type Mark =
  | { state: 'missing' | 'empty' | 'unmarked' }
  | { state: 'marked'; text: string }
  | { state: 'unreadable'; why: string }

const TABLE = '_site'
const FILE = '.site'

export async function markOfDatabase(path: string): Promise<Mark> {
  const found = await stat(path).catch(ifMissing(null))
  if (found === null) return { state: 'missing' }
  if (found.size === 0) return { state: 'empty' }
  try {
    return await openWhenFree(() => readMark(path))
  } catch (error) {
    // Not its fault, so nobody should restore it, or begin anew.
    if (isFullDatabase(error))
      throw new ConfigError(`${path} cannot be opened: its disk is full. Free some space first.`)
    return { state: 'unreadable', why: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function readMark(path: string): Mark {
  // It must not be created, and a site may be running on it.
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    const table = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(TABLE)
    const row = table && database.prepare(`SELECT id FROM ${TABLE}`).get()
    return row ? { state: 'marked', text: row.id } : { state: 'unmarked' }
  } finally {
    database.close()
  }
}

/** Creates the database if it is missing. */
export async function markDatabase(path: string, text: string): Promise<void> {
  const mark = await markOfDatabase(path)
  if (mark.state === 'marked' && mark.text === text) return
  await makeFolder(join(path, '..'))
  const connection = await openWhenFree(() => openConnection(path))
  try {
    // The id must be on the disk before the list names the file.
    connection.exec('PRAGMA synchronous = FULL')
    connection.exec(`CREATE TABLE IF NOT EXISTS ${TABLE} (id TEXT PRIMARY KEY)`)
    connection.run(`INSERT OR IGNORE INTO ${TABLE} VALUES (?)`, [text])
  } finally {
    connection.close()
  }
}

export async function markOfFolder(path: string): Promise<Mark> {
  const names = await readdir(path).catch(ifMissing(null))
  if (names === null) return { state: 'missing' }
  if (names.length === 0) return { state: 'empty' }
  const text = await readFile(join(path, FILE), 'utf8').catch(ifMissing(null))
  return text === null ? { state: 'unmarked' } : { state: 'marked', text: text.trim() }
}

export async function markFolder(path: string, text: string): Promise<void> {
  if ((await markOfFolder(path)).state === 'marked') return
  await makeFolder(path)
  await writeDurably(join(path, FILE), `${text}\n`)
}
