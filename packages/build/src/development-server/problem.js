import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'

/** Lines shown before and after the failing one. */
const AROUND = 2

/** @typedef {import('../development/problem.ts').Problem} Problem */

/**
 * Parses a compiler error into file, line and message, without the compiler's box drawing.
 * @param {string} part
 * @param {import('@rspack/core').StatsError} error
 * @param {{ dir: string, root: string }} folders the part's folder, and the project root that file names are relative to
 * @returns {Problem}
 */
export function compileProblem(part, { message, moduleIdentifier, moduleName }, { dir, root }) {
  const text = sentenceOf(message)
  const path = moduleIdentifier?.split('!').at(-1) ?? moduleName
  if (path === undefined || !existsSync(resolve(dir, path))) return { part, kind: 'compile', message: text }
  const file = resolve(dir, path)
  return { part, kind: 'compile', message: text, ...positionOf(file, lineOf(message, file), root) }
}

/** @param {string} file @param {number | undefined} line 1-based @param {string} root @returns {Pick<Problem, 'file' | 'line' | 'frame'>} */
export function positionOf(file, line, root) {
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
 * For unresolved imports the compiler counts lines in the code it generated, so this searches the source for the name.
 * @param {string} message @param {string} file
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

/** Formats a problem for the terminal. @param {Problem} problem */
export function describeProblem({ part, kind, message, file, line, frame }) {
  const position = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`
  const what = kind === 'compile' ? 'does not compile:' : kind === 'manifest' ? 'cannot be shown:' : 'failed:'
  return [`${part} ${what}${position}`, indent(message), frame === undefined ? '' : indent(frame)]
    .filter(Boolean)
    .join('\n')
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, '  ')
}
