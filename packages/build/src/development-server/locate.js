import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, normalize, relative } from 'node:path'
import { positionOf } from './problem.js'

/** One of our scripts in a browser stack: part, file, line, column. */
const IN_PAGE = /\/r\/([a-z0-9-]+)\/dev\/([\w.~-]+\.js):(\d+):(\d+)/g

/**
 * Maps the first stack frame in our own sources through the releases' source maps.
 * @param {string} stack
 * @param {{ releases: string, root: string }} folders
 * @returns {{ part?: string } & Pick<import('../development/problem.ts').Problem, 'file' | 'line' | 'frame'>}
 */
export function locate(stack, { releases, root }) {
  const frames = [...stack.matchAll(IN_PAGE)]
  for (const [, part = '', file = '', line, column] of frames) {
    const source = sourceOf(join(releases, part, 'dev', file), Number(line), Number(column))
    if (source && isOurs(relative(root, source.file))) return { part, ...positionOf(source.file, source.line, root) }
  }
  return { part: frames[0]?.[1] }
}

/** @param {string} path relative to the project root */
function isOurs(path) {
  return (
    !path.startsWith('..') && !path.includes('node_modules/') && !path.startsWith('packages/build/src/development/')
  )
}

/** @param {string} script with a `.map` beside it @param {number} line 1-based @param {number} column 1-based @returns {{ file: string, line: number } | undefined} */
export function sourceOf(script, line, column) {
  // The page may still run a compilation that has been replaced since.
  if (!existsSync(`${script}.map`)) return undefined
  const map = new SourceMap(JSON.parse(readFileSync(`${script}.map`, 'utf8')))
  const entry = map.findEntry(line - 1, column - 1)
  if (!('originalSource' in entry) || !entry.originalSource) return undefined
  return { file: normalize(entry.originalSource), line: entry.originalLine + 1 }
}
