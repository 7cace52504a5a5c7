import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { MOST_FILES, openMailer } from './mail.ts'

test('of mail files the newest are kept, and other files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'mails-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folder = join(root, 'mail')
  await mkdir(folder)
  const nameOf = (at: number) => `2026-01-01T00-00-00.${String(at).padStart(4, '0')}Z-a.eml`
  for (let at = 0; at < MOST_FILES; at += 1) await writeFile(join(folder, nameOf(at)), '')
  await writeFile(join(folder, 'a-note.txt'), '')
  const settings = { MAIL_DIR: folder, MAIL_FROM: 'a@example.org', SITE_URL: 'http://localhost', SITE_NAME: 'A' }
  const mailer = openMailer(settings, pino({ level: 'silent' }))
  for (const to of ['one@example.org', 'two@example.org']) await mailer.send({ to, subject: 'Hello', text: 'Hello' })
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  expect([names.length, names[0]]).toEqual([MOST_FILES, nameOf(2)])
  expect(await readdir(folder)).toContain('a-note.txt')
})
