import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runQuietly } from '../../bin/lib/command.js'
import { ROOT } from '../../bin/lib/root.js'

/** Not needed: generated folders, git history, docs and benches. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'docs', 'bench'])

export interface ProjectCopy {
  root: string
  /** Replaces a file atomically, as editors do. */
  edit(file: string, change: (text: string) => string): Promise<void>
  /** Runs `npm run new -- KIND ARGUMENT …`, and links a workspace that it wrote. */
  create(kind: string, ...args: string[]): Promise<void>
  remove(): Promise<void>
}

/** Copies the sources for editing; npm packages are linked to the checkout's. */
export async function copyProject(): Promise<ProjectCopy> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'project-')))
  await cp(ROOT, root, { recursive: true, filter: (path) => path === ROOT || !LEFT_OUT.has(basename(path)) })
  await linkPackages(root)
  await linkFolder(join('services', 'registry', 'node_modules'), root)
  async function edit(file: string, change: (text: string) => string): Promise<void> {
    const path = join(root, file)
    await writeFile(`${path}.next`, change(await readFile(path, 'utf8')))
    await rename(`${path}.next`, path)
  }
  return {
    root,
    edit,
    async create(kind, ...args) {
      await runQuietly(process.execPath, ['platform/bin/new.js', kind, ...args, '--lock-only'], { cwd: root })
      const [name = ''] = args
      const workspaces: Record<string, string[]> = {
        service: [`services/${name}`, name],
        remote: [`mfe-${name}`, `mfe-${name}`],
      }
      const [folder, linked] = workspaces[kind] ?? []
      if (folder === undefined || linked === undefined) return
      // npm would go through the links into the checkout's packages, and tidy up there.
      await symlink(join('..', '..', folder), join(root, 'node_modules', '@aangan', linked))
      await edit('node_modules/.package-lock.json', (text) => {
        const lock = JSON.parse(text)
        lock.packages[`node_modules/@aangan/${linked}`] = { resolved: folder, link: true }
        return JSON.stringify(lock)
      })
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

/** Links npm packages to the checkout, our own to the copy. */
async function linkPackages(root: string): Promise<void> {
  await mkdir(join(root, 'node_modules'))
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    const path = join('node_modules', name)
    // npm rewrites its list of installed packages, which must not change the checkout's.
    if (name === '@aangan' || name === '.package-lock.json')
      await cp(join(ROOT, path), join(root, path), { recursive: true, verbatimSymlinks: true })
    else await linkFolder(path, root)
  }
}

async function linkFolder(path: string, root: string): Promise<void> {
  await symlink(join(ROOT, path), join(root, path))
}
