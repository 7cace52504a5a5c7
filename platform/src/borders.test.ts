import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBorders } from '../bin/lib/borders.js'
import { ROOT } from '../bin/lib/root.js'

/** One violation of each rule: file name and import. */
const PLANTED = {
  'services-apart': ['services/users/src/planted.ts', "import '@aangan/posts/rules'"],
  'gateway-apart': ['gateway/src/planted.ts', "import '@aangan/posts/rules'"],
  'packages-below-apps': ['packages/service-kit/src/planted.ts', "import type {} from '@aangan/posts/rules'"],
  'contracts-below-packages': ['packages/contracts/src/planted-up.ts', "import type {} from '@aangan/remote/context'"],
  'remote-below-design': ['packages/remote/src/planted.ts', "import '@aangan/design/button'"],
  'design-below-product': ['packages/design/src/planted.ts', "import '@aangan/product/price'"],
  'build-apart': ['packages/build/src/planted.ts', "import '@aangan/remote/context'"],
  'packages-of-browsers-apart': ['services/users/src/planted-view.ts', "import '@aangan/remote/context'"],
  'remotes-apart': ['mfe-chat/src/planted.ts', "import '../../mfe-static/src/routes.tsx'"],
  'shell-knows-no-remote': ['shell/src/planted.ts', "import '../../mfe-static/src/routes.tsx'"],
  'listings-rooms-apart': ['mfe-listings/src/list/planted.ts', "import '../listing/seen.ts'"],
  'listings-shared-below-rooms': ['mfe-listings/src/shared/planted.ts', "import '../map/results-map.tsx'"],
  'no-schemas-in-browsers': ['mfe-chat/src/planted-schema.ts', "import '@aangan/contracts/posts'"],
  'schemas-apart': ['packages/contracts/src/planted.ts', "import './posts.ts'"],
  'no-cycle': ['services/users/src/planted-cycle.ts', "import './planted-cycle-back.ts'"],
} as const
/** Allowed by the rules: type-only imports never reach a browser. */
const ALLOWED = [
  'shell/src/allowed.ts',
  "import type { Post } from '@aangan/contracts/posts'\nexport type A = Post",
] as const
const BACK = ['services/users/src/planted-cycle-back.ts', "import './planted-cycle.ts'"] as const

let copy: string

beforeAll(async () => {
  copy = await copyOfProject()
  for (const [path, line] of [...Object.values(PLANTED), ALLOWED, BACK]) await writeFile(join(copy, path), `${line}\n`)
}, 30_000)

afterAll(() => rm(copy, { recursive: true, force: true }))

it('scans every source file and reports exactly the planted violations', { timeout: 60_000 }, async () => {
  const { crossed, unseen } = await checkBorders(copy)
  expect(unseen).toEqual([])
  for (const [rule, [path]] of Object.entries(PLANTED))
    expect(crossed.join('\n')).toMatch(new RegExp(`^${rule}: .*${path}`, 'm'))
  expect(crossed.filter((line) => !line.includes('/planted'))).toEqual([])
})

/** Copies the sources and links the workspaces as npm does, so that nothing is planted in the checkout. */
async function copyOfProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'borders-'))
  const rooms = await workspaces()
  await mkdir(join(folder, 'node_modules', '@aangan'), { recursive: true })
  for (const room of rooms) {
    await cp(join(ROOT, room), join(folder, room), { recursive: true, filter: isSource })
    const { name } = JSON.parse(await readFile(join(ROOT, room, 'package.json'), 'utf8'))
    await symlink(join(folder, room), join(folder, 'node_modules', name))
  }
  return folder
}

/** Tests of the build, which may run beside this one, copy their fixture to `fixture-…`. */
function isSource(path: string): boolean {
  return !/^(node_modules|dist|\.cache|results|fixture-.*)$/.test(basename(path))
}

async function workspaces(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  const rooms = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules'))
  const present = await Promise.all(
    rooms.map(async (room) => (await readdir(join(ROOT, dirname(room)))).includes(basename(room))),
  )
  return rooms.filter((_, index) => present[index])
}
