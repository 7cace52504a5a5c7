import { chunksGlobal } from '@aangan/contracts/release-urls'
import { expect, it, onTestFinished } from 'vitest'
import { createChunks } from './chunks.ts'
import { createFiles } from './files.ts'

const GLOBAL = chunksGlobal('a-remote')

function script(code: string): string {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  onTestFinished(() => URL.revokeObjectURL(url))
  return url
}

/** As bundles do it. */
const chunk = (name: string) => script(`(globalThis.${GLOBAL} ||= []).push('${name}')`)

/** As the entry of a bundle: takes the chunks that are there, then those that come. */
function entry(container: string): string {
  onTestFinished(() => void Reflect.deleteProperty(globalThis, container))
  return script(`{
    const chunks = (globalThis.${GLOBAL} ||= [])
    globalThis.${container} = [...chunks]
    chunks.push = (chunk) => globalThis.${container}.push(chunk)
  }`)
}

const chunksOf = (container: string): unknown => Reflect.get(globalThis, container)

/** As the loader of a bundle does it. */
function addScript(url: string, container: string): Promise<void> {
  const element = document.createElement('script')
  element.src = url
  globalThis.__aanganGuard?.(element, url, container)
  return new Promise((resolve, reject) => {
    element.onload = () => resolve()
    element.onerror = reject
    document.head.append(element)
  })
}

function open() {
  onTestFinished(() => void Reflect.deleteProperty(globalThis, GLOBAL))
  const chunks = createChunks()
  chunks.open('a-remote')
  return createFiles([], { deadlineMs: 10_000, chunks })
}

it('a file that two releases share runs once for each of them', async () => {
  const files = open()
  const [shared, entries] = [chunk('shared'), { one: entry('one'), two: entry('two') }]
  await files.load(shared, 'one')
  await files.load(entries.one, 'one')
  await files.load(entries.two, 'two')
  expect([chunksOf('one'), chunksOf('two')]).toEqual([['shared'], []])
  await Promise.all([files.load(shared, 'two'), files.load(shared, 'one')])
  expect([chunksOf('one'), chunksOf('two')]).toEqual([['shared'], ['shared']])
})

it('so does one that the loaders of both add at the same time', async () => {
  const files = open()
  await files.load(entry('one'), 'one')
  await files.load(entry('two'), 'two')
  const shared = chunk('shared')
  const both = [addScript(shared, 'one'), addScript(shared, 'two')]
  await Promise.resolve()
  // The loader of `two` would wait for it.
  expect(document.querySelector(`script[src="${shared}"]`)).toBeNull()
  await Promise.all(both)
  expect([chunksOf('one'), chunksOf('two')]).toEqual([['shared'], ['shared']])
})

it('a script that nobody says anything about adds to the name', async () => {
  open()
  const element = document.createElement('script')
  element.src = chunk('early')
  await new Promise((resolve) => {
    element.onload = resolve
    document.head.append(element)
  })
  expect(Reflect.get(globalThis, GLOBAL)).toEqual(['early'])
})
