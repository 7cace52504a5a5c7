import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'

/** How many lines a code frame shows before and after the one that is meant. */
const AROUND = 2

/**
 * @typedef {import('../../src/development/problem.ts').Problem} Problem
 */

/**
 * What a compiler's error says, without its decoration: which file, which line, what is wrong.
 * @param {string} part
 * @param {import('@rspack/core').StatsError} error
 * @param {{ dir: string, root: string }} places the part's folder; the project's, from which files are named
 * @returns {Problem}
 */
export function compileProblem(part, { message, moduleIdentifier, moduleName }, { dir, root }) {
  const text = sentenceOf(message)
  const path = moduleIdentifier?.split('!').at(-1) ?? moduleName
  if (path === undefined || !existsSync(resolve(dir, path))) return { part, kind: 'compile', message: text }
  const file = resolve(dir, path)
  return { part, kind: 'compile', message: text, ...placeOf(file, lineOf(message, file), root) }
}

/**
 * @param {string} file
 * @param {number | undefined} line from 1
 * @param {string} root
 * @returns {Pick<Problem, 'file' | 'line' | 'frame'>} the file as the project names it, and the lines around
 */
export function placeOf(file, line, root) {
  const name = isAbsolute(file) ? relative(root, file) : file
  if (line === undefined || !existsSync(join(root, name))) return { file: name, line }
  return { file: name, line, frame: frameOf(readFileSync(join(root, name), 'utf8'), line) }
}

/** @param {string} source @param {number} line */
function frameOf(source, line) {
  const lines = source.split('\n')
  const first = Math.max(1, line - AROUND)
  const shown = lines.slice(first - 1, line + AROUND)
  const width = String(first + shown.length).length
  return shown
    .map((text, index) => {
      const number = first + index
      return `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd()
    })
    .join('\n')
}

/** @param {string} message */
function sentenceOf(message) {
  const lines = message
    .replace(/\s*╭─\[[\s\S]*?╰─+/g, '')
    .split('\n')
    .map((line) => line.replace(/^[\s×│╰─▶]+/, '').trimEnd())
    .filter((line) => line && !line.startsWith('Module build failed'))
  return lines.join('\n')
}

/**
 * The line that an error is about. A compiler that fails on a module's imports counts in the code it made of the
 * source: there the name in question is looked for.
 * @param {string} message
 * @param {string} file
 */
function lineOf(message, file) {
  const [, name] = message.match(/(?:Can't resolve|was not found in) '([^']+)'/) ?? []
  if (name !== undefined) {
    const index = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(`'${name}'`) || line.includes(`"${name}"`))
    return index < 0 ? undefined : index + 1
  }
  const [, line] = message.match(/╭─\[(\d+):\d+\]/) ?? []
  return line === undefined ? undefined : Number(line)
}

/**
 * A problem as the terminal shows it.
 * @param {Problem} problem
 */
export function describeProblem({ part, kind, message, file, line, frame }) {
  const place = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`
  const what = kind === 'compile' ? 'does not compile:' : kind === 'manifest' ? 'cannot be shown:' : 'failed:'
  return [`${part} ${what}${place}`, indent(message), frame === undefined ? '' : indent(frame)]
    .filter(Boolean)
    .join('\n')
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, '  ')
}
