import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadAddress, UploadKind } from '@aangan/contracts/media'
import type { Made } from './picture.ts'

const ID_BYTES = 12

export type Files = Awaited<ReturnType<typeof openFiles>>

/** The uploaded pictures as files in `folder`: `<kind>/<id>/<width>.webp`. Makes the folder where it is missing. */
export async function openFiles(folder: string) {
  const incoming = join(folder, 'incoming')
  for (const name of ['incoming', 'avatars', 'posts']) await mkdir(join(folder, name), { recursive: true })
  return {
    folder,

    newId,

    /** A path for what is being received. */
    incomingPath: () => join(incoming, newId()),

    /** Keeps a picture; nobody sees a part of it. */
    async keep(kind: UploadKind, id: string, { files }: Made): Promise<void> {
      const draft = join(incoming, `${id}.draft`)
      await mkdir(draft, { recursive: true })
      for (const { width, bytes } of files) await writeFile(join(draft, `${width}.webp`), bytes)
      await rename(draft, join(folder, kind, id))
    },

    /** Whether there is such a picture, of that width. */
    has: ({ kind, id, width }: UploadAddress): boolean => existsSync(join(folder, kind, id, `${width}.webp`)),

    /** Removes what was begun before `time` and never ended. */
    async removeLeftBehind(time: Date): Promise<void> {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name)
        const found = statSync(path, { throwIfNoEntry: false })
        if (found && found.mtime < time) await rm(path, { recursive: true, force: true })
      }
    },

    async remove(kind: UploadKind, id: string): Promise<void> {
      await rm(join(folder, kind, id), { recursive: true, force: true })
    },
  }
}

function newId(): string {
  return randomBytes(ID_BYTES).toString('hex')
}
