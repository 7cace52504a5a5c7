import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Route } from './route-subjects.ts'

const FOLDER = join(import.meta.dirname, 'routes')

/** Who may do what: the rows of all services, each in the file of its name in `routes/`. */
export async function readRoutes(): Promise<Record<string, Route>> {
  const files = await readdir(FOLDER)
  const tables: { ROUTES: Record<string, Route> }[] = await Promise.all(files.map((file) => import(join(FOLDER, file))))
  const rows = tables.flatMap(({ ROUTES }) => Object.entries(ROUTES))
  const twice = rows.find(([route], at) => rows.findIndex(([other]) => other === route) !== at)
  if (twice) throw new Error(`${twice[0]} has a row in two files of ${FOLDER}.`)
  return Object.fromEntries(rows)
}
