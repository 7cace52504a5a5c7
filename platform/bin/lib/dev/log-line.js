import { join, relative } from 'node:path'
import { sourceOf } from '../../../../packages/build/src/development-server/locate.js'
import { ROOT } from '../root.js'

const ERROR = 50
const FRAMES = 4

/**
 * Formats one output line of the services for a terminal: log entries without machine-only fields, stack frames mapped
 * to our sources.
 * @param {string} line
 * @returns {string | null} null for a stack frame outside of our sources
 */
export function readable(line) {
  const entry = parse(line)
  if (entry) return describe(entry)
  const [, file, row] = line.match(/^file:\/\/(\S+?):(\d+)$/) ?? []
  if (file !== undefined) return positionOf(file, Number(row), 1)
  const frame = frameOf(line)
  return frame === undefined ? line : frame
}

/** @typedef {{ level: number | string, msg?: string, service?: string, process?: string, err?: { message?: string, stack?: string }, path?: string }} Entry */

/** @param {string} line @returns {Entry | null} */
function parse(line) {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** @param {Entry} entry */
function describe({ level, msg, service, process: name, err, path }) {
  const isError = level === 'error' || level === 'fatal' || Number(level) >= ERROR
  const text = [msg, path, err?.message].filter(Boolean).join(': ')
  const frames = isError ? framesOf(err?.stack ?? '') : []
  return [`${service ?? name ?? 'services'} ${isError ? 'failed' : 'warns'}: ${text}`, ...frames].join('\n')
}

/** @param {string} stack */
function framesOf(stack) {
  return stack
    .split('\n')
    .flatMap((line) => frameOf(line) ?? [])
    .slice(0, FRAMES)
}

/** @param {string} line @returns {string | null | undefined} undefined if the line is no stack frame */
function frameOf(line) {
  const [, name = '', file = '', row, column] =
    line.match(/^\s+at (?:(.*?) \()?(?:file:\/\/)?([^()]*?):(\d+):(\d+)\)?$/) ?? []
  if (!file) return /^\s+at /.test(line) ? null : undefined
  if (!file.startsWith(ROOT) || file.includes('node_modules')) return null
  const position = positionOf(file, Number(row), Number(column))
  return `    at ${name ? `${name} (${position})` : position}`
}

/** @param {string} file @param {number} row @param {number} column */
function positionOf(file, row, column) {
  const source = sourceOf(file, row, column)
  return source ? `${relative(ROOT, join(file, '..', source.file))}:${source.line}` : `${relative(ROOT, file)}:${row}`
}
