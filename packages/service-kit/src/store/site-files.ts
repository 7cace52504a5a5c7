import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import { writeDurably } from '../durable-files.ts'
import { ifMissing } from '../if-missing.ts'
import { type Mark, markDatabase, markFolder, markOfDatabase, markOfFolder } from './site-marks.ts'
import { damageOf } from './sqlite/damage.ts'

export interface SiteFile {
  /** As listed: without its folder, which may be moved. */
  name: string
  path: string
  kind: 'database' | 'folder'
}

interface Listed {
  id: string
  names: string[]
}

interface Opening {
  /** Path of the list of files that this site has made. Operators edit it to begin anew with one of them. */
  list: string
  files: readonly SiteFile[]
  /** Whether a site has run here that left no list, or has lost it. */
  wasStarted: boolean
  /** Names of the files that a site has made which is older than the list. */
  before: readonly string[]
}

const HEAD = 'site '
/** A line until the first start is complete. A list whose lines an operator has deleted is not of a new site. */
const NEW = 'new'

/**
 * Checks the files of a site before anything opens them, makes those that are new, and gives each the id of the site.
 * `isNew` until `complete` was called once: after the first start, when all files are listed as made.
 * @throws ConfigError naming each file that is missing, empty, damaged or of another site, and what to do
 */
export async function openSiteFiles(opening: Opening): Promise<{ isNew: boolean; complete(): Promise<void> }> {
  const { list, files } = opening
  const { id, names } = (await readList(list)) ?? (await adopt(opening))
  await refuse(list, { id, names }, files, { isThorough: true })
  for (const file of files) await mark(file, id)
  const all = [...new Set([...names, ...files.map(({ name }) => name)])].filter((name) => name !== NEW).sort()
  return {
    isNew: names.includes(NEW),
    async complete() {
      if (all.join() !== names.join()) await writeList(list, { id, names: all })
    },
  }
}

/** For commands, beside a site that may be running. Throws as `openSiteFiles` does, and changes nothing. */
export async function checkSiteFiles(list: string, files: readonly SiteFile[]): Promise<void> {
  // A store that is elsewhere needs no data folder.
  const listed = existsSync(list) ? await readList(list) : null
  if (listed !== null) await refuse(list, listed, files, { isThorough: false })
}

/** Of a site that has no list: a new one, one of an earlier release, or one whose list was lost. */
async function adopt({ list, files, wasStarted, before }: Opening): Promise<Listed> {
  const marks = await Promise.all(files.map(async (file) => ({ file, mark: await markOf(file) })))
  const [id] = marks.flatMap(({ mark }) => (mark.state === 'marked' ? [siteIn(mark.text)] : []))
  const wasSite = id !== undefined || wasStarted
  const names = wasSite ? files.map(({ name }) => name).filter((name) => before.includes(name)) : [NEW]
  const listed = { id: id ?? randomUUID(), names }
  // Before the list: without its marks it would refuse these files. Not of a new site, which a mark would make an old one
  // if it is interrupted here.
  if (wasSite) for (const { file, mark: found } of marks) if (found.state === 'unmarked') await mark(file, listed.id)
  await writeList(list, listed)
  return listed
}

async function refuse(
  list: string,
  { id, names }: Listed,
  files: readonly SiteFile[],
  { isThorough }: { isThorough: boolean },
): Promise<void> {
  const faults: string[] = []
  for (const file of files) {
    const isListed = names.includes(file.name)
    const fault =
      faultOf(await markOf(file), { own: markText(file, id), isListed }) ?? (isThorough ? await damageIn(file) : null)
    if (fault !== null) faults.push(`${file.path} ${fault}${isListed ? ` (${file.name} in the list)` : ''}`)
  }
  if (faults.length === 0) return
  throw new ConfigError(
    `The files of this site are not as it left them: ${faults.join('; ')}. To restore one from a backup, first delete its -wal and -shm. To begin anew without what one of them held, move it away with its -wal and -shm and delete its line in ${list}; to accept one without an id as it is, delete only the line.`,
  )
}

function faultOf(mark: Mark, { own, isListed }: { own: string; isListed: boolean }): string | null {
  if (mark.state === 'unreadable') return mark.why
  if (mark.state === 'marked')
    return mark.text === own ? null : `belongs to another site or is another file (${mark.text}, here ${own})`
  if (!isListed) return null
  return { missing: 'is missing', empty: 'is empty', unmarked: 'has no id of a site' }[mark.state]
}

async function damageIn({ kind, path }: SiteFile): Promise<string | null> {
  const damage = kind === 'database' ? await damageOf(path) : null
  return damage && `is damaged: ${damage}`
}

function markOf({ kind, path }: SiteFile): Promise<Mark> {
  return kind === 'database' ? markOfDatabase(path) : markOfFolder(path)
}

function mark(file: SiteFile, id: string): Promise<void> {
  const text = markText(file, id)
  return file.kind === 'database' ? markDatabase(file.path, text) : markFolder(file.path, text)
}

/** With its name: one database must not take the place of another. */
function markText({ name }: SiteFile, id: string): string {
  return `${id} ${name}`
}

function siteIn(text: string): string {
  return text.split(' ')[0] ?? ''
}

async function readList(list: string): Promise<Listed | null> {
  const text = await readFile(list, 'utf8').catch(ifMissing(null))
  if (text === null) return null
  const [head = '', ...names] = text.split('\n').map((line) => line.trim())
  const id = head.slice(HEAD.length)
  if (!head.startsWith(HEAD) || id === '')
    throw new ConfigError(
      `${list} does not begin with "${HEAD}" and an id: restore it from a backup, or delete it: the next start makes it anew from the ids in the files, and takes a file without one as it is`,
    )
  return { id, names: names.filter((name) => name !== '') }
}

async function writeList(list: string, { id, names }: Listed): Promise<void> {
  await writeDurably(list, `${[`${HEAD}${id}`, ...names].join('\n')}\n`)
}
