import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, onTestFinished } from 'vitest'
import { storeSuite } from '../store.suite.ts'

async function newPlace(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'store-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return `sqlite:${directory}`
}

describe('the store in SQLite', () => storeSuite(newPlace))
