import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Written by a publication that knew one channel, no contract and no owners of slots. */
const FILES = {
  'claims.json': '{\n  "/list": "mfe-listings"\n}\n',
  'mfe-listings/1.0.0/entry.js': '/* mfe-listings */',
  'mfe-listings/1.0.0/release.json':
    '{"name":"mfe-listings","version":"1.0.0","entry":"entry.js","container":"mfe_listings","exposes":{"./remote":{"js":[],"css":[]},".":{"js":["entry.js"],"css":[]}},"preload":[],"files":{"entry.js":{"bytes":18,"integrity":"sha384-NvhSV5+zCkYP4d5DrAayLy4oJfdH/3nFv9DWzOdASHhhcuUHU+JFM+U78S8ikEcS"}},"manifest":{"name":"mfe-listings","routes":[{"path":"/list","title":"Homes"}],"nav":[],"offers":{},"budget":{}}}',
  'mfe-listings/channels.json': '{"stable":"1.0.0"}\n',
  'shell/1.0.0/entry.js': '/* shell */',
  'shell/1.0.0/release.json':
    '{"name":"shell","version":"1.0.0","entry":"entry.js","container":"shell","exposes":{"./remote":{"js":[],"css":[]},".":{"js":["entry.js"],"css":[]}},"preload":[],"files":{"entry.js":{"bytes":11,"integrity":"sha384-ZB2JHqUrcxtHmel9EcihIj7Zx9wRs49I/S63BUnt4O9Q/9tRb+WIJiurFwPbW6vf"}}}',
  'shell/channels.json': '{"stable":"1.0.0"}\n',
}

export async function writeFirstFolder(releasesDir: string): Promise<void> {
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(releasesDir, path)), { recursive: true })
    await writeFile(join(releasesDir, path), content)
  }
}
