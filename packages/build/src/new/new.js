import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyFilled, namesOf, withOffer } from './template.js'

const USAGE = `Usage:
  aangan new remote NAME   a remote with one page; NAME is one word, such as guides
  aangan new offer SLOT    fills a slot of another remote's page, such as listing.more
`
const TEMPLATES = fileURLToPath(new URL('../../templates', import.meta.url))
/** Not in the template: npm leaves files of this name out of packages. */
const IGNORED = 'node_modules/\ndist/\n'

/**
 * `aangan new` writes into the current folder, from the templates that `npm run new` in the site's repository uses.
 * @param {string[]} args
 */
export function create([kind, name = '', ...others]) {
  if (others.length === 0 && kind === 'remote' && /^[a-z][a-z0-9]{1,30}$/.test(name)) newRemote(name)
  else if (others.length === 0 && kind === 'offer' && /^[a-z]+\.[a-z]+$/.test(name)) newOffer(name)
  else stop(USAGE)
}

/** @param {string} name */
function newRemote(name) {
  if (existsSync('manifest.json')) stop('There is a manifest.json already: start in a folder without a remote.\n')
  const before = readJson('package.json')
  const written = copyFilled(join(TEMPLATES, 'remote'), '.', namesOf(name))
  const { scripts, dependencies, devDependencies, ...template } = readJson('package.json')
  writeJson('package.json', {
    ...template,
    ...before,
    type: 'module',
    scripts: { ...scripts, build: 'rspack build && node --test' },
    // The tarballs are installed already.
    dependencies: { ...dependencies, ...before.dependencies },
    devDependencies: { ...devDependencies, ...before.devDependencies },
  })
  if (!existsSync('.gitignore')) {
    writeFileSync('.gitignore', IGNORED)
    written.push('.gitignore')
  }
  tell(written, [
    'npm install --save-dev typescript@6 installs what package.json names now; npx tsc checks the types',
    'npm run build builds it, and renders its page as servers and browsers do first',
    `npx rspack serve shows it on a running site, at /${name}: set AANGAN_SITE to its address`,
    'npx aangan deploy releases it: set AANGAN_TOKEN, too, to a token that the operators of the site make',
  ])
}

/** @param {string} slot */
function newOffer(slot) {
  const [, part = ''] = slot.split('.')
  if (!existsSync('manifest.json')) stop('There is no manifest.json here: run it in the folder of a remote.\n')
  const taken = [`src/${part}.tsx`, `src/${part}`].find((path) => existsSync(path))
  if (taken !== undefined) stop(`${taken} exists already.\n`)
  const written = copyFilled(join(TEMPLATES, 'offer'), 'src', { ...namesOf(part), slot })
  writeJson('manifest.json', withOffer(readJson('manifest.json'), part, slot))
  tell(
    [...written, 'manifest.json'],
    [
      `npx rspack serve shows it where a page of the site has the slot ${slot}`,
      'npx aangan deploy releases it; --open /PATH opens such a page in a browser first',
    ],
  )
}

/** @param {string[]} written paths @param {string[]} next */
function tell(written, next) {
  const lines = ['Written:', ...written.map((path) => `  ${path}`), 'Next:', ...next.map((line) => `  ${line}`)]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : '{}')
}

/** @param {string} file @param {object} value */
function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** @param {string} message @returns {never} */
function stop(message) {
  process.stderr.write(message)
  process.exit(1)
}
