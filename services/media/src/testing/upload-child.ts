import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { openFiles } from '../uploads/files.ts'

const [root = ''] = process.argv.slice(2)

const files = await openFiles(join(root, 'data/uploads'))
const bytes = Buffer.from('a picture')
await files.keep('posts', files.newId(), {
  files: [400, 800].map((width) => ({ width, bytes })),
  width: 800,
  height: 600,
})
writeSync(1, 'done\n')
