import { cpSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { runQuietly } from '../../bin/lib/command.js'
import { ROOT } from '../../bin/lib/root.js'

/** Not needed: generated folders, git history and benches. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'bench'])
const INSTALLED = join('node_modules', '.package-lock.json')
const VITE_CACHE = join('node_modules', '.vite')

export interface ProjectCopy {
  root: string
  /** Replaces a file atomically, as editors do. */
  edit(file: string, change: (text: string) => string): Promise<void>
  /** Runs `npm run new -- KIND ARGUMENT …`, and links a workspace that it wrote. Returns the paths it wrote. */
  create(kind: string, ...args: string[]): Promise<string[]>
  /** Commits everything and clones it, not yet installed. */
  clone(): Promise<ProjectCopy>
  /** Stands in for `npm ci`: links npm packages to the checkout's, our own to the copy. */
  link(): Promise<void>
  remove(): Promise<void>
}

/** Copies the sources for editing, with their packages. */
export async function copyProject(): Promise<ProjectCopy> {
  const project = projectAt(await temporaryFolder())
  const isKept = (path: string) => path === ROOT || !LEFT_OUT.has(basename(path))
  cpSync(ROOT, project.root, { recursive: true, filter: isKept })
  await project.link()
  return project
}

async function temporaryFolder(): Promise<string> {
  return await realpath(await mkdtemp(join(tmpdir(), 'project-')))
}

function projectAt(root: string): ProjectCopy {
  async function edit(file: string, change: (text: string) => string): Promise<void> {
    const path = join(root, file)
    await writeFile(`${path}.next`, change(await readFile(path, 'utf8')))
    await rename(`${path}.next`, path)
  }

  async function linkWorkspaces(): Promise<void> {
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
    const workspaces = Object.entries<{ link?: true; resolved?: string }>(packages).filter(([, { link }]) => link)
    for (const [path, { resolved = '' }] of workspaces) {
      await rm(join(root, path), { force: true })
      await symlink(relative(dirname(path), resolved), join(root, path))
    }
    await edit(INSTALLED, (text) => {
      const installed = JSON.parse(text)
      Object.assign(installed.packages, Object.fromEntries(workspaces))
      return JSON.stringify(installed)
    })
  }

  return {
    root,
    edit,
    async create(kind, ...args) {
      const script = ['platform/bin/new.js', kind, ...args, '--lock-only']
      const said = await runQuietly(process.execPath, script, { cwd: root })
      // npm would follow the links into the checkout's packages, and tidy up there.
      await linkWorkspaces()
      const [, written = ''] = said.match(/^Written:\n(.*)^Next:/ms) ?? []
      return written.trim().split(/\s+/)
    },
    async clone() {
      const git = (...args: string[]) =>
        runQuietly('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd: root })
      await git('init', '-q')
      // The links into the checkout are no part of the project.
      await git('add', '-A', '--', '.', ':!**/node_modules')
      await git('commit', '-qm', 'Add a part')
      const to = await temporaryFolder()
      await git('clone', '-q', root, to)
      return projectAt(to)
    },
    async link() {
      await mkdir(join(root, 'node_modules', '@aangan'), { recursive: true })
      const packages = (await readdir(join(ROOT, 'node_modules'))).map((name) => join('node_modules', name))
      // Vite caches optimized packages in node_modules, and rebuilds them for another lockfile.
      const isOwn = (path: string) => [INSTALLED, VITE_CACHE, join('node_modules', '@aangan')].includes(path)
      for (const path of [...packages.filter((path) => !isOwn(path)), join('services', 'registry', 'node_modules')])
        await symlink(join(ROOT, path), join(root, path))
      await cp(join(ROOT, INSTALLED), join(root, INSTALLED))
      await linkWorkspaces()
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}
