import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NavEntry, RemoteManifest, RemoteRoute } from '@aangan/contracts/manifest'
import { findManifestProblem } from '@aangan/contracts/manifest-check'
import { SERVICES } from '@aangan/contracts/services'
import { expect, it } from 'vitest'
import { ROOT } from '../bin/lib/root.js'

const read = (file: string) => readFile(join(ROOT, 'docs', file), 'utf8')

it('docs/manifest.md has a valid example and every key', async () => {
  const text = await read('manifest.md')
  const [, example = ''] = text.match(/```json\n(.*?)```/s) ?? []
  expect(findManifestProblem(JSON.parse(example))).toBeNull()
  const keys = [RemoteManifest, RemoteRoute, NavEntry].flatMap(({ properties }) => Object.keys(properties))
  expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(text))).toEqual([])
})

it('docs/parts.md starts every part', async () => {
  const text = await read('parts.md')
  const parts = ['gateway', ...Object.keys(SERVICES)]
  expect(parts.filter((part) => !text.includes(`npm run start:${part} &`))).toEqual([])
})
