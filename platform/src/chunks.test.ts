import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildWeb } from '../../packages/build/src/build.js'
import { webParts } from './web-parts.ts'

const PARTS = await webParts()

describe('the chunks of every web part', () => {
  it('contain no schemas', { timeout: 120_000 }, async () => {
    await buildWeb(PARTS)
    const chunks = PARTS.flatMap((part) => chunksOf(join(part, 'dist')))
    expect(chunks.length).toBeGreaterThan(PARTS.length)
    expect(chunks.filter(holdsSchemas)).toEqual([])
  })

  it('would be detected: minifiers keep the marker that TypeBox adds to each schema', () => {
    const folder = join(import.meta.dirname, '../../node_modules/typebox/build/type')
    expect(existsSync(folder)).toBe(true)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mjs'))
    expect(files.map((file) => join(folder, file)).some(holdsSchemas)).toBe(true)
  })
})

function chunksOf(dist: string): string[] {
  return readdirSync(dist)
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(dist, file))
}

function holdsSchemas(file: string): boolean {
  return readFileSync(file, 'utf8').includes('~kind')
}
