import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../bin/lib/root.js'

const REMOTES = readdirSync(ROOT).filter((name) => name.startsWith('mfe-'))
const WEB = ['packages/contracts', 'packages/remote', 'packages/design', 'packages/product', 'shell', ...REMOTES]
const ROOMS = [...WEB, 'services/registry', 'services/media'].map((room) => `${room}/src`)

/** Source texts of a workspace by file, without tests, which never reach visitors. */
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

it('format numbers and times only with the shared formatter', () => {
  const byHand = /\.toLocale(?:Date|Time)?String\(|\bIntl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat)\b/
  expect(filesThatSay(byHand)).toEqual(['packages/contracts/src/format.ts'])
})

it('have no style attributes, which the content security policy forbids in served HTML', () => {
  expect(filesThatSay(/\sstyle=[{"']/)).toEqual([])
})
