import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadKind } from '@aangan/contracts/media'
import type { Made } from './picture.ts'

const ID_BYTES = 12

export type Files = Awaited<ReturnType<typeof openFiles>>

/** The uploaded pictures as files in `folder`: `<kind>/<id>/<width>.webp`. Makes the folder where it is missing. */
export async function openFiles(folder: string) {
  const incoming = join(folder, 'incoming')
  for (const name of ['incoming', 'avatars', 'posts']) await mkdir(join(folder, name), { recursive: true })
  return {
    folder,

    /** A path for what is being received. */
    incomingPath: () => join(incoming, randomBytes(ID_BYTES).toString('hex')),

    /** Keeps a picture; nobody sees a part of it. Returns its id. */
    async keep(kind: UploadKind, { files }: Made): Promise<string> {
      const id = randomBytes(ID_BYTES).toString('hex')
      const draft = join(incoming, `${id}.draft`)
      await mkdir(draft, { recursive: true })
      for (const { width, bytes } of files) await writeFile(join(draft, `${width}.webp`), bytes)
      await rename(draft, join(folder, kind, id))
      return id
    },

    async remove(kind: UploadKind, id: string): Promise<void> {
      await rm(join(folder, kind, id), { recursive: true, force: true })
    },
  }
}
