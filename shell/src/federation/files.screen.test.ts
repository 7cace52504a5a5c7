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

it('a stylesheet that the page has inline is not loaded, and a bundle’s loader finds it', async () => {
  const files = createFiles([], { deadlineMs: 10_000, chunks: createChunks() })
  const link = document.createElement('link')
  onTestFinished(() => link.remove())
  Object.assign(link, { rel: 'stylesheet', disabled: true })
  link.setAttribute('href', '/r/page.css')
  document.head.append(link)
  files.prefetch('/r/page.css')
  await files.load('/r/page.css', 'one')
  files.prefetch('/r/page.css')
  const all = [...document.querySelectorAll('link[href$="/r/page.css"]')]
  expect(all.map((each) => each.getAttribute('href'))).toEqual([`${location.origin}/r/page.css`])
})

it('a stylesheet applies to the page only once it has loaded', async () => {
  const files = createFiles([], { deadlineMs: 10_000, chunks: createChunks() })
  const blob = URL.createObjectURL(new Blob(['p { color: red }'], { type: 'text/css' }))
  onTestFinished(() => URL.revokeObjectURL(blob))
  const loading = files.load(`${blob}#late.css`, 'one')
  const link = document.head.querySelector<HTMLLinkElement>('link[href$="#late.css"]')
  onTestFinished(() => link?.remove())
  expect(link?.media).toBe('print')
  await loading
  expect(link?.media).toBe('')
})
