import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StepError } from './lib/command.js'
import { launch } from './lib/launch.js'
import { ROOT } from './lib/root.js'

const PATHS = ['/healthz', '/', '/list', '/posts?limit=1']
const LIMIT_MS = 60_000

/** Starts the built site with the current Node, requests a few pages and stops it. CI runs this with Node 24. */
await launch(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'smoke-'))
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, METRICS_PORT: '0' }
  const site = spawn(process.execPath, ['platform/bin/start.js'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(site, 'close')
  const limit = setTimeout(() => site.kill('SIGKILL'), LIMIT_MS)
  try {
    const url = await addressOf(site.stdout)
    for (const path of PATHS) await ask(url + path)
    site.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) throw new StepError(`The site exited with code ${code}.`)
    process.stdout.write(`The site runs on Node ${process.versions.node}: ${PATHS.join(' ')} returned 200.\n`)
  } finally {
    clearTimeout(limit)
    site.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

/** @param {import('node:stream').Readable} stdout @returns {Promise<string>} */
async function addressOf(stdout) {
  let said = ''
  for await (const text of stdout.setEncoding('utf8')) {
    said += text
    const [, url] = said.match(/^Ready in .*?: (http\S+)/m) ?? []
    if (url) return url
  }
  throw new StepError(`The site did not start on Node ${process.versions.node}: ${said}`)
}

/** @param {string} url */
async function ask(url) {
  const { status } = await fetch(url)
  if (status !== 200) throw new StepError(`${url} returned ${status}, expected 200.`)
}
