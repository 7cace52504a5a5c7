import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeyPair, openKeyPair, readPublicKeys } from './secrets.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'secrets-')), 'secrets')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

test('the first open creates the pair, later ones reuse it', async () => {
  const made = await openKeyPair(folder)
  expect(await openKeyPair(folder)).toEqual(made)
  expect(made.publicKeys[0]).toContain('BEGIN PUBLIC KEY')
})

test('only the owner can read the file and folder', async () => {
  await openKeyPair(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'identity.pem'))).mode & 0o777).toBe(0o600)
})

test('concurrent opens all get the same pair and leave no draft', async () => {
  const pairs = await Promise.all(Array.from({ length: 20 }, () => openKeyPair(folder)))
  expect(new Set(pairs.map(({ publicKeys }) => publicKeys[0])).size).toBe(1)
  expect(await readdir(folder)).toEqual(['identity.pem'])
})

test('a key that other users can read is rejected', async () => {
  await openKeyPair(folder)
  await chmod(join(folder, 'identity.pem'), 0o640)
  await expect(openKeyPair(folder)).rejects.toThrow(/Other users can read the key file .*: run chmod 600 /)
})

test('a file without a key is rejected, never replaced', async () => {
  await openKeyPair(folder)
  const file = join(folder, 'identity.pem')
  await writeFile(file, 'garbage')
  await expect(openKeyPair(folder)).rejects.toThrow(`${file} contains no key in PEM format`)
})

test('a service reads one or more public keys from a file', async () => {
  const [first] = (await openKeyPair(folder)).publicKeys
  const [second] = createKeyPair().publicKeys
  const file = join(folder, 'identity.pub')
  await writeFile(file, first)
  expect(await readPublicKeys(file)).toEqual({ publicKeys: [first] })
  await writeFile(file, `${second}\n${first}`)
  expect(await readPublicKeys(file)).toEqual({ publicKeys: [second, first] })
  await writeFile(file, `${first}-----BEGIN PUBLIC KEY-----\ngarbage\n-----END PUBLIC KEY-----\n`)
  await expect(readPublicKeys(file)).rejects.toThrow(`${file} contains no key in PEM format`)
})
