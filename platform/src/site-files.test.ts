import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { wasStartedIn } from './site-files.ts'
import { readStorage } from './storage.ts'

it.each([
  [false, ['site.lock', 'media/lost+found'], 'a start that was interrupted at once'],
  [false, ['store/auth.db', 'store/posts.db', 'secrets/demo-password'], 'commands'],
  [true, ['site.lock', 'store/chats.db'], 'a start that lost other databases'],
  [true, ['site.lock', 'secrets/identity.pem'], 'a start that lost all databases'],
])('a site has run: %s, with %j of %s', async (wasStarted, paths, _what) => {
  const folder = await mkdtemp(join(tmpdir(), 'site-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), '')
  }
  expect(wasStartedIn(readStorage({ DATA_DIR: folder }))).toBe(wasStarted)
})
