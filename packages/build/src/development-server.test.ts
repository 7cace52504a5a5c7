import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGate } from './development-server/gate.js'
import { readManifest } from './development-server/manifests.js'
import { compileProblem, describeProblem } from './development-server/problem.js'

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'part-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

describe('a problem', () => {
  it('has the line in the source file, also if the compiler reports one in transformed code', async () => {
    const root = await folderWith({ 'a.ts': "// first\n\nimport './absent.ts'\n" })
    const message =
      "  × Module not found: Can't resolve './absent.ts' in '/x'\n    ╭─[8:0]\n  8 │ import './absent.ts';\n    ╰────\n"
    const problem = compileProblem('part', { message, moduleIdentifier: `loader!${root}/a.ts` }, { dir: root, root })
    expect(problem).toMatchObject({
      file: 'a.ts',
      line: 3,
      message: "Module not found: Can't resolve './absent.ts' in '/x'",
    })
    expect(describeProblem(problem)).toContain('part does not compile: a.ts:3\n  Module not found')
    expect(describeProblem(problem)).toContain("\n  > 3 | import './absent.ts'")
  })

  it('is reported without a position if it has no file', () => {
    const problem = compileProblem('part', { message: '  × Out of luck\n' }, { dir: '/', root: '/' })
    expect(describeProblem(problem)).toBe('part does not compile:\n  Out of luck')
  })
})

describe('a manifest', () => {
  const others = [{ name: 'first', routes: [{ path: '/taken' }] }]
  it.each([
    ['{"name": ', 'is no JSON: '],
    ['{"name": "second"}', 'needs a name and routes'],
    ['{"name": "first", "routes": []}', 'uses the name first'],
    ['{"name": "second", "routes": [{"path": "/taken"}]}', 'claims /taken, which belongs to first'],
  ])('is refused with its file name if it is invalid: %s', async (text, problem) => {
    const dir = await folderWith({ 'manifest.json': text })
    expect(readManifest(dir, others)).toEqual({
      problem: expect.stringContaining(`${basename(dir)}/manifest.json ${problem}`),
    })
  })
})

describe('the gate', () => {
  it('holds requests while closed, and closes once all in-flight ones end', async () => {
    const gate = createGate()
    const order: string[] = []
    const first = gate.enter().then((leave) => {
      order.push('first is in')
      return leave
    })
    gate.open()
    const leave = await first
    const closed = gate.close(60_000).then(() => order.push('closed'))
    const second = gate.enter().then(() => order.push('second is in'))
    order.push('first leaves')
    leave()
    await closed
    gate.open()
    await second
    expect(order).toEqual(['first is in', 'first leaves', 'closed', 'second is in'])
  })
})
