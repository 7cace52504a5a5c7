import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { copyFilled } from '../../../../packages/build/src/new/template.js'
import { StepError } from '../command.js'
import { ROOT } from '../root.js'

const TEMPLATES = join(import.meta.dirname, '../../../templates')

/** @typedef {import('../../../../packages/build/src/new/template.js').Names} Names */

/**
 * Throws unless a name is one word.
 * @param {string} kind
 * @param {string} name
 */
export function oneWord(kind, name) {
  if (/^[a-z][a-z0-9]{1,30}$/.test(name)) return name
  throw new StepError(`The name of a ${kind} is one word of a to z and digits, such as guides; got "${name}".`)
}

/**
 * Copies a template, with the names filled in.
 * @param {string} from a file or folder of platform/templates
 * @param {string} to its path in the project. Throws if it exists.
 * @param {Names} names
 * @returns {string[]} the paths written
 */
export function copyTemplate(from, to, names) {
  if (existsSync(join(ROOT, to))) throw new StepError(`${to} exists already.`)
  return copyFilled(join(TEMPLATES, from), join(ROOT, to), names).map((path) => relative(ROOT, path))
}

/**
 * Inserts lines into a file of the project.
 * @param {string} path
 * @param {[before: string, lines: string][]} insertions each puts lines before the only line that begins with a text
 * @returns {string} the path
 */
export function insert(path, insertions) {
  return edit(path, insertions, (text, before, lines) => {
    const all = text.split('\n')
    const found = all.flatMap((line, at) => (line.startsWith(before) ? [at] : []))
    if (found.length === 1) all.splice(/** @type {number} */ (found[0]), 0, ...lines.split('\n'))
    return { count: found.length, text: all.join('\n') }
  })
}

/**
 * Extends lines of a file of the project.
 * @param {string} path
 * @param {[after: string, more: string][]} extensions each puts more behind the only occurrence of a text
 * @returns {string} the path
 */
export function extend(path, extensions) {
  return edit(path, extensions, (text, after, more) => {
    const parts = text.split(after)
    return { count: parts.length - 1, text: parts.join(after + more) }
  })
}

/**
 * @param {string} path
 * @param {[anchor: string, added: string][]} changes
 * @param {(text: string, anchor: string, added: string) => { count: number, text: string }} change `count` says how
 *   often the anchor was found
 */
function edit(path, changes, change) {
  const file = join(ROOT, path)
  let text = readFileSync(file, 'utf8')
  for (const [anchor, added] of changes) {
    const changed = change(text, anchor, added)
    if (changed.count !== 1)
      throw new StepError(`${path} has "${anchor}" ${changed.count} times; the template needs it exactly once.`)
    text = changed.text
  }
  writeFileSync(file, text)
  return path
}

/**
 * Adds an import to a module of the project; the formatter sorts it.
 * @param {string} path
 * @param {string} line
 * @returns {string} the path
 */
export function addImport(path, line) {
  const file = join(ROOT, path)
  writeFileSync(file, `${line}\n${readFileSync(file, 'utf8')}`)
  return path
}

/**
 * Changes a JSON file of the project.
 * @param {string} path
 * @param {(json: any) => any} change returns the new content, or changes it
 * @returns {string} the path
 */
export function editJson(path, change) {
  const file = join(ROOT, path)
  const json = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify(change(json) ?? json, null, 2)}\n`)
  return path
}

/** @param {string} path in the project */
export function sourceOf(path) {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
