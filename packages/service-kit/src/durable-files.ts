import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** A new, renamed or removed name survives a power cut only once its folder is flushed. */
async function syncFolder(folder: string): Promise<void> {
  try {
    await syncFile(folder)
  } catch (error) {
    // Some network file systems cannot flush folders.
    if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error
  }
}

/**
 * Creates `folder` with its parents; their names are on the disk when it resolves. One by one: Node's `recursive` never
 * returns if the system denies that an existing parent exists (/proc).
 */
export async function makeFolder(folder: string, { mode = 0o777 } = {}): Promise<void> {
  if (existsSync(folder)) return
  const parent = dirname(resolve(folder))
  await makeFolder(parent, { mode })
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(folder)) throw error
  }
  await syncFolder(parent)
}

/** The content, or what writes it in pieces. */
type Content = string | Uint8Array | ((file: FileHandle) => Promise<void>)

/**
 * Readers see the old content or the new, never a part, and the new one is on the disk when it resolves. Of several
 * processes the last one wins.
 */
export async function writeDurably(file: string, content: Content, { mode = 0o666 } = {}): Promise<void> {
  await viaDraft(file, content, { mode, place: rename })
}

/** As `writeDurably`, unless the file exists. Of several processes the first one wins. */
export async function createDurably(file: string, content: string | Uint8Array, { mode = 0o666 } = {}): Promise<void> {
  await viaDraft(file, content, {
    mode,
    place: (draft) =>
      link(draft, file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      }),
  })
}

interface Placing {
  mode: number
  place(draft: string, file: string): Promise<void>
}

async function viaDraft(file: string, content: Content, { mode, place }: Placing): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`
  try {
    const handle = await open(draft, 'wx', mode)
    try {
      if (typeof content === 'function') await content(handle)
      else await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await place(draft, file)
    await syncFolder(dirname(file))
  } finally {
    await rm(draft, { force: true })
  }
}

/** Moves a complete folder into place: all its files first, then its name, are on the disk when it resolves. */
export async function moveFolderDurably(from: string, to: string): Promise<void> {
  await syncTree(from)
  await rename(from, to)
  await syncFolder(dirname(to))
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? syncTree(path) : syncFile(path))
  }
  await syncFolder(folder)
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
