import type { Compiler } from '@rspack/core'
import { expect, it } from 'vitest'
import { siteServer } from './serve.js'

it('sends pages only to requests that the server accepts', () => {
  const compiler = {} as Compiler
  const { setupMiddlewares } = siteServer('http://localhost:3000', { name: 'x', publicPath: '/r/x/dev/', compiler })
  const names = ['host-header-check', 'cross-origin-header-check', 'compression']
  const middlewares = names.map((name) => ({ name, middleware: () => undefined }))
  const order = setupMiddlewares?.(middlewares, {} as never).map((one) => 'name' in one && one.name)
  expect(order).toEqual(['host-header-check', 'cross-origin-header-check', 'page', 'compression'])
})
