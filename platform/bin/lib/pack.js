import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { runQuietly } from './command.js'
import { ROOT } from './root.js'

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
/** What a remote outside of this repository installs. */
const PACKAGES = ['contracts', 'remote', 'design', 'build']
/** Compiled, or not for other teams. */
const LEFT_OUT = /(?<!\.d)\.(tsx?|js)$|[\\/](testing|development|fixture[^\\/]*)$/
/** What `aangan new` writes, by the folder in platform/templates. */
const TEMPLATES = { remote: 'remote', outside: 'remote', offer: 'offer' }
/** They need this repository's set-up of Vitest. */
const TESTS = /\.test\.ts$|[\\/]testing$/

/**
 * Packs what other teams install, compiled to JavaScript and types.
 * @param {string} folder for the tarballs
 * @returns {Promise<string[]>} their paths
 */
export async function pack(folder) {
  const to = resolve(folder)
  const compiled = await mkdtemp(join(tmpdir(), 'packed-'))
  await mkdir(to, { recursive: true })
  try {
    await runQuietly(process.execPath, [TSC, '-p', 'tsconfig.pack.json', '--outDir', compiled])
    await copyTemplates(join(compiled, 'build/templates'))
    return await Promise.all(PACKAGES.map((name) => packOne(join(ROOT, 'packages', name), join(compiled, name), to)))
  } finally {
    await rm(compiled, { recursive: true })
  }
}

/** @param {string} to */
export async function copyTemplates(to) {
  const filter = (/** @type {string} */ path) => !TESTS.test(path)
  for (const [from, name] of Object.entries(TEMPLATES))
    await cp(join(ROOT, 'platform/templates', from), join(to, name), { recursive: true, filter })
}

/** @param {string} source @param {string} compiled @param {string} to */
async function packOne(source, compiled, to) {
  await cp(join(source, 'src'), join(compiled, 'src'), { recursive: true, filter: (path) => !LEFT_OUT.test(path) })
  const description = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  await writeFile(join(compiled, 'package.json'), JSON.stringify(publicDescription(description), null, 2))
  const output = await runQuietly('npm', ['pack', compiled, '--pack-destination', to, '--json', '--ignore-scripts'])
  return join(to, basename(JSON.parse(output)[0].filename))
}

/** @param {any} description of a workspace, whose exports are its sources */
function publicDescription({ private: _private, devDependencies: _tools, exports, dependencies, ...kept }) {
  const text = JSON.stringify({ ...kept, exports, dependencies })
  return JSON.parse(text.replaceAll(/(?<!\.d)\.tsx?"/g, '.js"').replaceAll('":"*"', `":"${kept.version}"`))
}
