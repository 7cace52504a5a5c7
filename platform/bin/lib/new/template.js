import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StepError } from '../command.js'
import { ROOT } from '../root.js'

const TEMPLATES = join(import.meta.dirname, '../../../templates')

/**
 * Puts a name into a text: `__name__` guides, `__Name__` Guides, `__NAME__` GUIDES. Errors that only a template has are
 * no longer expected.
 * @param {string} text
 * @param {string} name
 */
export function fill(text, name) {
  return text
    .replace(/^ *\/\/ @ts-expect-error.*\n/gm, '')
    .replaceAll('__name__', name)
    .replaceAll('__Name__', name.charAt(0).toUpperCase() + name.slice(1))
    .replaceAll('__NAME__', name.toUpperCase())
}

/**
 * Copies a template, with the name filled in.
 * @param {string} from a file or folder of platform/templates
 * @param {string} to its path in the project. Throws where something is there.
 * @param {string} name
 * @returns {string[]} the paths written
 */
export function copyTemplate(from, to, name) {
  if (existsSync(join(ROOT, to))) throw new StepError(`${to} is there already.`)
  return copy(from, to, name)
}

/** @param {string} from @param {string} to @param {string} name @returns {string[]} */
function copy(from, to, name) {
  const source = join(TEMPLATES, from)
  const entries = readdirSync(dirname(source), { withFileTypes: true })
  const isFolder = entries.some((entry) => join(dirname(source), entry.name) === source && entry.isDirectory())
  if (isFolder)
    return readdirSync(source).flatMap((child) => copy(join(from, child), join(to, fill(child, name)), name))
  mkdirSync(dirname(join(ROOT, to)), { recursive: true })
  writeFileSync(join(ROOT, to), fill(readFileSync(source, 'utf8'), name))
  return [to]
}

/**
 * Adds lines to a file of the project.
 * @param {string} path
 * @param {[before: string, lines: string][]} insertions each puts lines before the only line that begins with a text
 * @returns {string} the path
 */
export function insert(path, insertions) {
  const file = join(ROOT, path)
  let text = readFileSync(file, 'utf8')
  for (const [before, lines] of insertions) {
    const all = text.split('\n')
    const found = all.flatMap((line, at) => (line.startsWith(before) ? [at] : []))
    if (found.length !== 1)
      throw new StepError(`${path} has ${found.length} lines that begin with "${before}", where there should be one.`)
    all.splice(/** @type {number} */ (found[0]), 0, ...lines.split('\n'))
    text = all.join('\n')
  }
  writeFileSync(file, text)
  return path
}

/**
 * Changes a JSON file of the project.
 * @param {string} path
 * @param {(json: any) => void} change
 * @returns {string} the path
 */
export function editJson(path, change) {
  const file = join(ROOT, path)
  const json = JSON.parse(readFileSync(file, 'utf8'))
  change(json)
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`)
  return path
}
