import { expect, it, onTestFinished } from 'vitest'
import { createChunks } from './chunks.ts'
import { createFiles } from './files.ts'

it('a loader that waits for an element of a stylesheet which hangs goes on once another one has loaded', async () => {
  const files = createFiles([], { deadlineMs: 10_000, chunks: createChunks() })
  const blob = URL.createObjectURL(new Blob(['p { color: red }'], { type: 'text/css' }))
  onTestFinished(() => URL.revokeObjectURL(blob))
  const loaded: string[] = []
  // Nothing is fetched for a link without `rel`.
  for (const name of ['asked', 'other']) {
    const link = document.head.appendChild(document.createElement('link'))
    onTestFinished(() => link.remove())
    link.setAttribute('data-rspack-loading', '1')
    link.href = `${blob}#${name}.css`
    link.onload = () => loaded.push(name)
  }
  await files.load(`${blob}#asked.css`, 'one')
  expect(loaded).toEqual(['asked'])
})

it.each([
  ['inline', true],
  ['as a file', false],
])('a stylesheet that came with the page %s is not loaded again', async (_how, isInline) => {
  const files = createFiles([], { deadlineMs: 10_000, chunks: createChunks() })
  const url = `${URL.createObjectURL(new Blob(['p { color: red }'], { type: 'text/css' }))}#page.css`
  const link = document.createElement('link')
  onTestFinished(() => link.remove())
  const isLoaded = new Promise((resolve) => link.addEventListener('load', resolve))
  Object.assign(link, { rel: 'stylesheet', href: url, disabled: isInline })
  document.head.append(link)
  if (!isInline) await isLoaded
  await files.load(url, 'one')
  expect(document.querySelectorAll(`link[href="${CSS.escape(url)}"]`)).toHaveLength(1)
})
