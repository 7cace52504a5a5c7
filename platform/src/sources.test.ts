import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../bin/lib/root.js'

const REMOTES = readdirSync(ROOT).filter((name) => name.startsWith('mfe-'))
const WEB = ['packages/contracts', 'packages/web-kit', 'shell', ...REMOTES]
const ROOMS = [...WEB, 'services/registry', 'services/media'].map((room) => `${room}/src`)

/** What this room's sources say, by file; not its tests, which visitors do not run. */
function sourcesOf(room: string): { file: string; text: string }[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .map((file) => ({ file: `${room}/${file}`, text: readFileSync(join(ROOT, room, file), 'utf8') }))
}

function filesThatSay(pattern: RegExp): string[] {
  const sources = ROOMS.flatMap(sourcesOf)
  expect(sources.length).toBeGreaterThan(100)
  return sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
}

it('write figures and times through the one formatter', () => {
  const byHand = /\.toLocale(?:Date|Time)?String\(|\bIntl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat)\b/
  expect(filesThatSay(byHand)).toEqual(['packages/contracts/src/format.ts'])
})

it('style by classes: the page forbids the attribute in what is served', () => {
  expect(filesThatSay(/\sstyle=[{"']/)).toEqual([])
})
