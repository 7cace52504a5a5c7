import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'

/** One figure: our value, the peer's value or limit from the same run, and their ratio. */
export interface Row {
  figure: string
  ours: string
  other: string
  ratio: number
  limit?: number
}

const BEGIN = (name: string) => `<!-- ${name} -->`
const END = (name: string) => `<!-- /${name} -->`

/** Replaces the named section of a Markdown file with a table. Throws if the file has no such section. */
export async function writeTable(path: string, name: string, rows: Row[]): Promise<void> {
  const text = await readFile(path, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN(name)), text.indexOf(END(name))]
  if (begin < 0 || end < begin) throw new Error(`${path} has no section ${BEGIN(name)} … ${END(name)}.`)
  const table = [
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${new Date().toISOString().slice(0, 10)}`,
    '',
    '| figure | ours | other | ratio | at most |',
    '|---|---:|---:|---:|---:|',
    ...rows.map(
      (row) => `| ${row.figure} | ${row.ours} | ${row.other} | ${row.ratio.toFixed(2)} | ${row.limit ?? '–'} |`,
    ),
  ].join('\n')
  await writeFile(path, `${text.slice(0, begin)}${BEGIN(name)}\n${table}\n${text.slice(end)}`)
}
