import { needs } from '@aangan/service-kit/testing/needs'
import { filesAtRisk } from '@aangan/service-kit/testing/power-cut/at-risk'
import { findStrace } from '@aangan/service-kit/testing/power-cut/trace'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../testing/releases.ts'

const strace = needs('strace', await findStrace())
const CHILD = new URL('../testing/publish-child.ts', import.meta.url)

test('a power cut loses nothing of a release that was published', { timeout: 180_000 }, async () => {
  const { path: root, remove } = await openFolder()
  onTestFinished(remove)
  const { atRisk, paths } = await filesAtRisk(strace(), { child: CHILD, root })
  const release = ['delivered.json', 'entry.js', 'page.css', 'page.js', 'release.json']
  const files = release.map((name) => `mfe-guides/1.0.0/${name}`)
  const expected = ['audit.jsonl', 'claims.json', ...files, 'mfe-guides/channels.json'].map(
    (path) => `data/releases/${path}`,
  )
  expect(paths.filter((path) => !path.includes('.publish.lock')).sort()).toEqual(expected)
  expect(atRisk.filter((path) => !path.includes('.publish.lock'))).toEqual([])
})
