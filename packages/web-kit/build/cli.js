#!/usr/bin/env node
import { basename } from 'node:path'
import { buildWeb } from './build.js'

/** `aangan-build`: builds the web part in the current folder. */
const started = Date.now()
const dir = process.cwd()
try {
  const built = await buildWeb([dir])
  const outcome = built.length > 0 ? `built in ${((Date.now() - started) / 1000).toFixed(1)} s` : 'is up to date'
  process.stdout.write(`${basename(dir)} ${outcome}.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
