import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { overwrite } from '../testing/overwrite.ts'
import { checkSiteFiles, openSiteFiles, type SiteFile } from './site-files.ts'
import { openConnection } from './sqlite/connection.ts'

const NAMES = ['auth.db', 'pictures', 'posts.db']

let root: string
beforeEach(async ({ onTestFinished }) => {
  root = await mkdtemp(join(tmpdir(), 'site-files-'))
  onTestFinished(() => rm(root, { recursive: true }))
})

function folderOf(site: string, names = NAMES) {
  const kindOf = (name: string): SiteFile['kind'] => (name.endsWith('.db') ? 'database' : 'folder')
  return {
    list: join(root, `${site}.txt`),
    path: (name: string) => join(root, site, name),
    files: names.map((name): SiteFile => ({ name, path: join(root, site, name), kind: kindOf(name) })),
  }
}

/** As a start does: opens the files, fills each store, and lists the files as made. */
async function start(site = 'one', { wasStarted = false, names = NAMES } = {}): Promise<{ isNew: boolean }> {
  const { list, files } = folderOf(site, names)
  const opened = await openSiteFiles({ list, files, wasStarted, before: NAMES })
  for (const { name } of files.filter(({ kind }) => kind === 'database')) await fill(site, name)
  await opened.complete()
  return { isNew: opened.isNew }
}

async function fill(site: string, name: string): Promise<void> {
  await mkdir(join(root, site), { recursive: true })
  const connection = openConnection(folderOf(site).path(name))
  connection.exec('CREATE TABLE IF NOT EXISTS kept (doc TEXT)')
  connection.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    INSERT INTO kept SELECT hex(zeroblob(250)) FROM n`)
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
}

const path = (name: string, site = 'one') => folderOf(site).path(name)
const deleteLine = async (name: string) => {
  const { list } = folderOf('one')
  await writeFile(list, (await readFile(list, 'utf8')).replace(`${name}\n`, ''))
}

it('a folder is new until its first start is complete', async () => {
  const { list, files } = folderOf('one')
  for (const _ of [1, 2])
    expect((await openSiteFiles({ list, files, wasStarted: false, before: NAMES })).isNew).toBe(true)
  expect(await start()).toEqual({ isNew: true })
  expect(await start()).toEqual({ isNew: false })
})

it('a new site stays new if its start is interrupted before its list, also with a folder that has something in it', async () => {
  const { list, files } = folderOf('one')
  await mkdir(path('pictures'), { recursive: true })
  await writeFile(join(path('pictures'), 'lost+found'), '')
  const interrupted = openSiteFiles({
    list: join(root, 'nowhere', 'list.txt'),
    files,
    wasStarted: false,
    before: NAMES,
  })
  await expect(interrupted).rejects.toThrow('ENOENT')
  expect((await openSiteFiles({ list, files, wasStarted: false, before: NAMES })).isNew).toBe(true)
})

describe('a file that is not as the site left it is refused, by its path', () => {
  const spoil: Record<string, [string, () => Promise<void>]> = {
    missing: ['is missing', () => rm(path('posts.db'))],
    empty: ['is empty', () => writeFile(path('posts.db'), '')],
    foreign: ['belongs to another site', () => copyFile(path('posts.db', 'other'), path('posts.db'))],
    'another of the site': [
      'belongs to another site or is another file',
      () => copyFile(path('auth.db'), path('posts.db')),
    ],
    'of another program': ['cannot be read: ', () => writeFile(path('posts.db'), 'a'.repeat(9_000))],
    'cut off': ['is damaged: ', () => truncate(path('posts.db'), 3 * 8_192)],
    'with a damaged page': ['is damaged: ', () => overwrite(path('posts.db'), 4 * 8_192)],
    'made anew by something else': [
      'has no id of a site',
      async () => {
        await rm(path('posts.db'))
        await fill('one', 'posts.db')
      },
    ],
  }

  it.each(Object.entries(spoil))('%s', async (_what, [words, spoilIt]) => {
    await start()
    await start('other')
    await spoilIt()
    const before = await readFile(path('posts.db')).catch(() => null)
    const refused = expect.objectContaining({
      name: 'ConfigError',
      message: expect.stringContaining(`${path('posts.db')} ${words}`),
    })
    await expect(start()).rejects.toMatchObject(refused)
    expect(await readFile(path('posts.db')).catch(() => null)).toEqual(before)
  })

  it.each(['missing', 'empty'])('%s, of the pictures', async (what) => {
    await start()
    await rm(what === 'missing' ? path('pictures') : join(path('pictures'), '.site'), { recursive: true })
    await expect(start()).rejects.toThrow(`${path('pictures')} is ${what}`)
  })

  it('and by commands, which make none', async () => {
    const { list, files } = folderOf('one')
    await checkSiteFiles(list, files)
    await start()
    await checkSiteFiles(list, files)
    await rm(path('auth.db'))
    await expect(checkSiteFiles(list, files)).rejects.toThrow(`${path('auth.db')} is missing`)
  })
})

it('without its line in the list, a file is made anew or accepted as it is, and the site is not new', async () => {
  await start()
  await rm(path('posts.db'))
  await deleteLine('posts.db')
  expect(await start()).toEqual({ isNew: false })
  await rm(path('auth.db'))
  await fill('one', 'auth.db')
  await deleteLine('auth.db')
  expect(await start()).toEqual({ isNew: false })
  await rm(path('auth.db'))
  await expect(start()).rejects.toThrow('auth.db is missing')
})

it('without any line in the list, the site is not new', async () => {
  await start()
  const { list } = folderOf('one')
  const [head] = (await readFile(list, 'utf8')).split('\n')
  await writeFile(list, `${head}\n`)
  await rm(path('posts.db'))
  expect(await start()).toEqual({ isNew: false })
  await rm(path('posts.db'))
  await expect(start()).rejects.toThrow('posts.db is missing')
})

describe('a folder without a list', () => {
  it('of an earlier release starts, is not new, and has all its files from then on', async () => {
    for (const name of ['auth.db', 'posts.db']) await fill('one', name)
    await mkdir(path('pictures'))
    await writeFile(join(path('pictures'), 'a.webp'), '')
    expect(await start('one', { wasStarted: true })).toEqual({ isNew: false })
    await rm(path('posts.db'))
    await expect(start()).rejects.toThrow('posts.db is missing')
  })

  it('of an earlier release is refused if a file is missing, until its line is deleted', async () => {
    await fill('one', 'auth.db')
    for (const _ of [1, 2]) await expect(start('one', { wasStarted: true })).rejects.toThrow('posts.db is missing')
    await deleteLine('posts.db')
    await deleteLine('pictures')
    expect(await start('one', { wasStarted: true })).toEqual({ isNew: false })
  })

  it('that was lost with all files is not new either', async () => {
    await expect(start('one', { wasStarted: true })).rejects.toThrow('posts.db is missing')
  })

  it('that was lost keeps its id, and misses the same files', async () => {
    await start()
    await rm(folderOf('one').list)
    await rm(path('posts.db'))
    await expect(start()).rejects.toThrow('posts.db is missing')
  })

  it('whose stores were made by commands is new', async () => {
    for (const name of ['auth.db', 'posts.db']) await fill('one', name)
    expect(await start()).toEqual({ isNew: true })
  })
})

it('a site gets the file of a new service', async () => {
  await start()
  expect(await start('one', { names: [...NAMES, 'notes.db'] })).toEqual({ isNew: false })
  await rm(path('notes.db'))
  await expect(start('one', { names: [...NAMES, 'notes.db'] })).rejects.toThrow('notes.db is missing')
})

it.each(['', 'posts.db\n', 'site \n'])('a list that is damaged (%j) is named, and can be deleted', async (text) => {
  await start()
  const { list, files } = folderOf('one')
  const before = await readFile(list, 'utf8')
  await writeFile(list, text)
  const words = `${list} does not begin with "site " and an id: restore it from a backup, or delete it`
  await expect(start()).rejects.toThrow(words)
  await expect(checkSiteFiles(list, files)).rejects.toThrow(words)
  await rm(list)
  expect(await start()).toEqual({ isNew: false })
  expect(await readFile(list, 'utf8')).toBe(before)
})
