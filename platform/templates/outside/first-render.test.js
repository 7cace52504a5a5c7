import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBuild } from '@aangan/build/first-render'

const { renderPage } = openBuild()
const HOME = { id: 'a'.repeat(24), title: 'A flat in Pune', city: 'Pune' }

test('/__name__ is rendered on a server as it is first in a browser', async () => {
  assert.match(await renderPage('/__name__'), /<h1/)
  assert.match(await renderPage('/__name__', { data: { '/posts?limit=6': [HOME] } }), /A flat in Pune/)
})
