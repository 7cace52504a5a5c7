import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadAddress, UploadKind } from '@aangan/contracts/media'
import { freeBytes } from '@aangan/service-kit/disk'
import { makeFolder, moveFolderDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { rememberFiles } from '@aangan/service-kit/same-files'
import type { Made } from './picture.ts'

const ID_BYTES = 12

export type Files = Awaited<ReturnType<typeof openFiles>>

/** Stores uploads as `<folder>/<kind>/<id>/<width>.webp`. */
export async function openFiles(folder: string) {
  const incoming = join(folder, 'incoming')
  for (const name of ['incoming', 'avatars', 'posts']) await makeFolder(join(folder, name))
  const checkSame = rememberFiles([folder])
  return {
    folder,

    /** Throws UNAVAILABLE once the folder was removed or replaced, as by a disk that is no longer mounted. */
    async ping(): Promise<void> {
      checkSame()
    },

    newId,

    incomingPath: () => join(incoming, newId()),

    /** Atomic: moves a complete folder into place. It is on the disk when this resolves. */
    async keep(kind: UploadKind, id: string, { files }: Made): Promise<void> {
      const draft = join(incoming, `${id}.draft`)
      try {
        await mkdir(draft, { recursive: true })
        for (const { width, bytes } of files) await writeFile(join(draft, `${width}.webp`), bytes)
        await moveFolderDurably(draft, join(folder, kind, id))
      } finally {
        await rm(draft, { recursive: true, force: true })
      }
    },

    /** Of the largest stored width; null if the upload was never completed. */
    async urlOf(kind: UploadKind, id: string): Promise<string | null> {
      const widths = (await readdir(join(folder, kind, id)).catch(ifMissing([]))).map((name) =>
        Number.parseInt(name, 10),
      )
      return widths.length === 0 ? null : `/media/${kind}/${id}/${Math.max(...widths)}.webp`
    },

    /** Of its disk, for this user. */
    freeBytes: () => freeBytes(folder),

    has: ({ kind, id, width }: UploadAddress): boolean => existsSync(join(folder, kind, id, `${width}.webp`)),

    /** Removes partial uploads older than `time`. */
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
