import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ReleaseDraft } from '@aangan/registry/testing/releases'
import { onTestFinished } from 'vitest'
import { buildWeb } from '../../../packages/build/src/build.js'

const BUILT = join(import.meta.dirname, '../../../packages/build/src/fixture')

/** Builds a release of the remote made with our packages that differs in one text, and returns its folder. */
export async function buildFixture(before: string, after: string): Promise<string> {
  const copy = await mkdtemp(`${BUILT}-`)
  onTestFinished(() => rm(copy, { recursive: true }))
  await cp(BUILT, copy, { recursive: true, filter: (path) => basename(path) !== 'dist' })
  const file = join(copy, 'src/breakable.tsx')
  await writeFile(file, (await readFile(file, 'utf8')).replace(before, after))
  await buildWeb([copy])
  return join(copy, 'dist')
}

/** A minimal remote: a Module Federation container with a single-spa module. */
function remote(name: string, module: string): string {
  return `self.${name.replaceAll('-', '_')} = { init() {}, get: async () => () => (${module}) }`
}

function lifecycles(mount: string): string {
  return `{
    bootstrap: async () => {},
    mount: async ({ domElement, report, navigate }) => { ${mount} },
    unmount: async ({ domElement }) => { domElement.textContent = '' },
  }`
}

function show(text: string): string {
  return `domElement.innerHTML = '<h1>${text}</h1>'`
}

function fixture(name: string, entry: string, more: Partial<ReleaseDraft> = {}): ReleaseDraft {
  const routes = [{ path: `/${name}`, title: name }]
  return { name, routes, files: { 'entry.js': entry, 'remote.js': '', 'remote.css': '.none{}' }, ...more }
}

/** Working remotes, and remotes with one fault each; each is served at its name. */
export const FIXTURES: ReleaseDraft[] = [
  fixture('plain', remote('plain', lifecycles(show('Plain is here'))), {
    nav: [{ path: '/plain', label: 'To plain', order: 1, for: 'everyone', area: 'main' }],
  }),
  fixture('other', remote('other', lifecycles(show('Other is here')))),
  fixture('syntax', 'self.syntax = {'),
  fixture('nothing', 'self.somethingelse = 1'),
  fixture('importing', remote('importing', '(() => { throw new Error("threw while imported") })()')),
  fixture('wrong', remote('wrong', '{ default: 42 }')),
  fixture('mounting', remote('mounting', lifecycles('throw new Error("threw while mounted")')), {
    offers: { inbox: { module: './remote', slot: 'profile.inbox' } },
  }),
  fixture('hanging', remote('hanging', lifecycles('await new Promise(() => {})'))),
  fixture(
    'tired',
    remote(
      'tired',
      lifecycles(
        `self.mounts = (self.mounts ?? 0) + 1; if (mounts === 1) await new Promise(() => {}); ${show('Tired is here')}`,
      ),
    ),
  ),
  fixture(
    'fatal',
    remote(
      'fatal',
      lifecycles(`${show('Fatal is here')}; setTimeout(() => report(new Error('broke later'), { fatal: true }), 50)`),
    ),
  ),
  fixture('survivor', remote('survivor', lifecycles(`report(new Error('survived')); ${show('Survivor is here')}`))),
  fixture(
    'keeping',
    remote(
      'keeping',
      `{
    bootstrap: async () => {},
    mount: async (props) => { self.kept = props; const { domElement } = props; ${show('Keeping is here')} },
    unmount: async ({ domElement }) => { domElement.textContent = '' },
  }`,
    ),
  ),
  fixture(
    'asking',
    remote(
      'asking',
      `{
    bootstrap: async () => {},
    mount: async ({ domElement, mount }) => {
      ${show('Asking is here')}
      const [there, broken, absent] = ['div', 'section', 'p'].map((name) => domElement.appendChild(document.createElement(name)))
      self.offered = mount('listing.chat', there, { text: 'first' })
      mount('profile.inbox', broken, {})
      mount('nobody.offers', absent, {})
    },
    unmount: async ({ domElement }) => { domElement.textContent = '' },
  }`,
    ),
  ),
  fixture(
    'offering',
    remote(
      'offering',
      `{
    bootstrap: async () => {},
    mount: async ({ domElement, offerProps }) => { domElement.textContent = 'Box: ' + offerProps.text },
    update: async ({ domElement, offerProps }) => { domElement.textContent = 'Box: ' + offerProps.text },
    unmount: async ({ domElement }) => { domElement.textContent = '' },
  }`,
    ),
    { offers: { box: { module: './remote', slot: 'listing.chat' } } },
  ),
]
