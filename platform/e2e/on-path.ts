import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the first executable of these names, in the order of names within each folder of the PATH. */
export function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
