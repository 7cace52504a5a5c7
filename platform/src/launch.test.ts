import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashOf, isBuilt, noteBuilt } from '../bin/lib/inputs.js'
import { alone } from '../bin/lib/lock.js'
import { closingLines, hidesTests, readOutcome } from '../bin/lib/outcome.js'
import { ROOT } from '../bin/lib/root.js'

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'launch-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('the input hash', () => {
  it('depends on the content of sources, not on mtimes or tests', async () => {
    const folder = await temporary()
    const inputs = () => hashOf([relative(ROOT, folder)])
    const source = join(folder, 'a.ts')
    await writeFile(source, 'one')
    const before = inputs()
    await utimes(source, new Date(0), new Date(0))
    await writeFile(join(folder, 'a.test.ts'), 'test')
    expect(inputs()).toBe(before)
    await writeFile(source, 'two')
    expect(inputs()).not.toBe(before)
    await writeFile(source, 'one')
    expect(inputs()).toBe(before)
    await writeFile(join(folder, 'b.ts'), '')
    expect(inputs()).not.toBe(before)
  })
})

it.each(['', '{"inputs":"a","outp'])('a build whose stamp is damaged counts as missing: %j', async (stamp) => {
  const name = `launch-test-${process.pid}`
  const file = join(ROOT, '.cache', `built-${name}.json`)
  onTestFinished(() => rm(file, { force: true }))
  noteBuilt(name, 'a', [])
  expect(isBuilt(name, 'a')).toBe(true)
  await writeFile(file, stamp)
  expect(isBuilt(name, 'a')).toBe(false)
})

it.each([
  ['start', ['--port', '3001']],
  ['start', ['main', 'posts']],
  ['build', ['mfe-static']],
  ['dev', ['--help']],
  ['migrate', ['--help']],
  ['seed', ['again']],
])('%s refuses arguments that it would ignore', async (command, args) => {
  const child = spawn(process.execPath, [join(ROOT, `platform/bin/${command}.js`), ...args])
  const said = text(child.stderr)
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await said).toMatch(/^npm (run )?\w+ does not know ".+"\. Settings are environment variables/)
})

describe('concurrent launches', () => {
  /** Holds the lock briefly and prints when it acquires and releases it. */
  const HOLDER = `
    import { alone } from ${JSON.stringify(join(ROOT, 'platform/bin/lib/lock.js'))}
    await alone(process.argv[1], async () => {
      process.stdout.write('in\\n')
      await new Promise((done) => process.stdin.once('data', done))
      process.stdout.write('out\\n')
    })
    process.stdin.destroy()`

  function hold(lock: string) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, lock], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const said = { text: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.text += text
    })
    const hears = async (words: string) => {
      while (!said.text.includes(words)) await once(child.stdout, 'data')
    }
    onTestFinished(() => void child.kill('SIGKILL'))
    return { child, said, hears, letGo: () => child.stdin.write('\n') }
  }

  it('wait for each other, with a message', async () => {
    const lock = join(await temporary(), 'lock')
    const first = hold(lock)
    await first.hears('in')
    const second = hold(lock)
    await second.hears(`Another launch (process ${first.child.pid})`)
    expect(second.said.text).not.toContain('in\n')
    first.letGo()
    await second.hears('in\n')
    second.letGo()
    await second.hears('out')
  })

  it('take over a lock that a power cut has emptied', async () => {
    const lock = join(await temporary(), 'lock')
    await writeFile(lock, '')
    const first = hold(lock)
    await first.hears('in\n')
    first.letGo()
    await first.hears('out')
  })

  it('take over the lock of a dead process', async () => {
    const lock = join(await temporary(), 'lock')
    const first = hold(lock)
    await first.hears('in')
    first.child.kill('SIGKILL')
    await once(first.child, 'close')
    const second = hold(lock)
    await second.hears('in\n')
    second.letGo()
    await second.hears('out')
  })

  it('take over the lock of a process that had the same number, as in a container that was killed', async () => {
    const lock = join(await temporary(), 'lock')
    await writeFile(lock, String(process.pid))
    const said: string[] = []
    const work = async () => {
      said.push('in')
      await pause(50)
      said.push('out')
    }
    await Promise.all([alone(lock, work), alone(lock, work)])
    expect(said).toEqual(['in', 'out', 'in', 'out'])
  })
})

describe('the closing line of npm test', () => {
  async function reportOf(...testResults: object[]) {
    const file = join(await temporary(), 'report.json')
    await writeFile(file, JSON.stringify({ testResults }))
    return file
  }
  const outcomeOf = async (...testResults: object[]) => readOutcome(await reportOf(...testResults))
  const passed = { status: 'passed', meta: {} }
  const needing = (needs: string) => ({ status: 'skipped', meta: { needs } })

  it('has the counts, preceded by one line per skip reason', async () => {
    const outcome = await outcomeOf(
      {
        status: 'passed',
        assertionResults: [passed, passed, needing('needs NATS: none'), needing('needs NATS: none')],
      },
      { status: 'failed', assertionResults: [passed, { status: 'failed' }] },
    )
    expect(closingLines(outcome)).toEqual(['(2 skipped: needs NATS: none)', '3 passed, 1 failed, 2 skipped'])
    expect(hidesTests(outcome)).toBe(false)
  })

  it('counts a file that cannot be loaded as a failure', async () => {
    const outcome = await outcomeOf({ status: 'failed', assertionResults: [] })
    expect(closingLines(outcome)).toEqual(['0 passed, 1 failed, 0 skipped'])
  })

  it('reports tests skipped without a reason', async () => {
    const outcome = await outcomeOf({ status: 'passed', assertionResults: [{ status: 'skipped', meta: {} }] })
    expect(hidesTests(outcome)).toBe(true)
  })

  it('does not report tests filtered out by -t as hidden', async () => {
    const file = await reportOf({ status: 'passed', assertionResults: [passed, { status: 'skipped', meta: {} }] })
    const outcome = readOutcome(file, { isFiltered: true })
    expect(closingLines(outcome)).toEqual(['(1 skipped: not named by -t)', '1 passed, 0 failed, 1 skipped'])
    expect(hidesTests(outcome)).toBe(false)
  })
})
