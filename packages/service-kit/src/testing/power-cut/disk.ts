import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Call } from './calls.ts'
import { Content, type Luck } from './content.ts'

interface File {
  kind: 'file'
  content: Content
}

interface Folder {
  kind: 'folder'
  names: Map<string, Entry>
  flushed: Map<string, Entry>
  pending: { at: number; name: string; entry: Entry | null }[]
}

type Entry = File | Folder

/** What a folder's disk holds while `calls` are made: only flushed content, under flushed names, is sure to be there. */
export class Disk {
  readonly #root: string
  readonly #top: Folder = newFolder()
  readonly #positions = new Map<number, number>()

  constructor(root: string) {
    this.#root = root
  }

  apply(call: Call): void {
    const [first, second] = call.strings.map(String)
    const [opened] = call.files
    if (call.name === 'openat' && first !== undefined) this.#open(call, first)
    else if (call.name === 'mkdir' && first !== undefined) this.#name(call, first, newFolder())
    else if (call.name === 'link' && first !== undefined) this.#name(call, second, this.#entryAt(first))
    else if (/^(unlink|rmdir)$/.test(call.name)) this.#name(call, first, null)
    else if (call.name === 'rename' && first !== undefined) {
      this.#name(call, second, this.#entryAt(first))
      this.#name(call, first, null)
    } else if (/sync$/.test(call.name)) this.#flush(call, this.#entryAt(opened?.path))
    else this.#change(call)
  }

  /** The paths that a power cut could still lose, or leave without their content. */
  unflushed(folder = this.#top, path = ''): string[] {
    return [...folder.names].flatMap(([name, entry]) => {
      const at = join(path, name)
      const inside = entry.kind === 'folder' ? this.unflushed(entry, at) : entry.content.isFlushed ? [] : [at]
      return folder.flushed.get(name) === entry ? inside : [`${at} (its name)`, ...inside]
    })
  }

  paths(folder = this.#top, path = ''): string[] {
    return [...folder.names].flatMap(([name, entry]) => {
      const at = join(path, name)
      return entry.kind === 'folder' ? this.paths(entry, at) : [at]
    })
  }

  /** Writes what is left after a power cut at this moment into the new folder `to`. */
  leave(to: string, luck: Luck, random: (below: number) => number, folder = this.#top): void {
    mkdirSync(to)
    for (const [name, entry] of namesLeft(folder, luck, random)) {
      if (entry.kind === 'folder') this.leave(join(to, name), luck, random, entry)
      else writeFileSync(join(to, name), entry.content.left(luck, random))
    }
  }

  #open({ end, flags, result }: Call, path: string): void {
    this.#positions.set(result, 0)
    if (!flags.includes('O_CREAT')) return
    const found = this.#entryAt(path)
    if (found?.kind === 'file' && flags.includes('O_TRUNC')) found.content.resize(end, 0)
    if (found === null) this.#name({ end }, path, { kind: 'file', content: new Content() })
  }

  #change({ name, end, result, files, strings, numbers }: Call): void {
    const target = name === 'sendfile' ? files[0] : files.at(-1)
    const entry = this.#entryAt(target?.path)
    if (entry?.kind !== 'file' || target === undefined) return
    const [bytes] = strings
    if (name === 'ftruncate') entry.content.resize(end, numbers[0] ?? 0)
    else if (name === 'pwrite64' && bytes) entry.content.write(end, numbers[1] ?? 0, bytes.subarray(0, result))
    else if (name === 'write' && bytes) {
      const position = this.#positions.get(target.fd) ?? 0
      entry.content.write(end, position, bytes.subarray(0, result))
      this.#positions.set(target.fd, position + result)
    } else entry.content.writeUnknown(end)
  }

  #flush({ start }: Call, entry: Entry | null): void {
    if (entry?.kind === 'file') entry.content.flush(start)
    if (entry?.kind !== 'folder') return
    for (const { name, entry: named } of entry.pending.filter(({ at }) => at < start)) put(entry.flushed, name, named)
    entry.pending = entry.pending.filter(({ at }) => at >= start)
  }

  #name({ end }: Pick<Call, 'end'>, path: string | undefined, entry: Entry | null): void {
    const parts = this.#partsOf(path)
    const name = parts?.pop()
    if (parts === undefined || name === undefined) return
    const folder = this.#find(parts)
    if (folder?.kind !== 'folder') throw new Error(`The folder of ${path} is not in the trace`)
    put(folder.names, name, entry)
    folder.pending.push({ at: end, name, entry })
  }

  #entryAt(path: string | undefined): Entry | null {
    const parts = this.#partsOf(path)
    return parts === undefined ? null : this.#find(parts)
  }

  /** Undefined outside the root. */
  #partsOf(path: string | undefined): string[] | undefined {
    if (path === undefined || !`${path}/`.startsWith(`${this.#root}/`)) return undefined
    return relative(this.#root, path)
      .split('/')
      .filter((part) => part !== '')
  }

  #find(parts: string[]): Entry | null {
    let found: Entry | null = this.#top
    for (const part of parts) found = (found?.kind === 'folder' && found.names.get(part)) || null
    return found
  }
}

function newFolder(): Folder {
  return { kind: 'folder', names: new Map(), flushed: new Map(), pending: [] }
}

function put(names: Map<string, Entry>, name: string, entry: Entry | null): void {
  if (entry === null) names.delete(name)
  else names.set(name, entry)
}

/** File systems keep the order of names: some means the first ones. */
function namesLeft({ flushed, pending }: Folder, luck: Luck, random: (below: number) => number): Map<string, Entry> {
  const count = { none: 0, all: pending.length, some: random(pending.length + 1) }[luck]
  const left = new Map(flushed)
  for (const { name, entry } of pending.slice(0, count)) put(left, name, entry)
  return left
}
