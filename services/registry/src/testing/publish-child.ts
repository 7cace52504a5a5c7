import { writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishRelease } from '../releases/publish.ts'
import { writeBuild } from './releases.ts'

const [root = ''] = process.argv.slice(2)

const builds = await mkdtemp(join(tmpdir(), 'builds-'))
const routes = [{ path: '/guides', title: 'Guides' }]
const from = await writeBuild(builds, { name: 'mfe-guides', routes, files: { 'page.js': 'page', 'page.css': 'css' } })
await publishRelease({ from, releasesDir: join(root, 'data/releases') })
writeSync(1, 'done\n')
await rm(builds, { recursive: true })
