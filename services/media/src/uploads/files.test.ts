import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@aangan/service-kit/testing/needs'
import { filesAtRisk } from '@aangan/service-kit/testing/power-cut/at-risk'
import { findStrace } from '@aangan/service-kit/testing/power-cut/trace'
import { expect, onTestFinished, test } from 'vitest'

const strace = needs('strace', await findStrace())
const CHILD = new URL('../testing/upload-child.ts', import.meta.url)

test('a power cut loses no picture that was kept', { timeout: 180_000 }, async () => {
  const root = await mkdtemp(join(tmpdir(), 'uploads-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const { atRisk, paths } = await filesAtRisk(strace(), { child: CHILD, root })
  expect(paths).toEqual(
    [400, 800].map((width) => expect.stringMatching(`^data/uploads/posts/[0-9a-f]{24}/${width}.webp$`)),
  )
  expect(atRisk).toEqual([])
})
