const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const APPS = '^(services|gateway|shell|mfe-[^/]+|platform|bench)/'

const CONTRACTS = 'packages/contracts/src'
/** The files of contracts that need TypeBox. */
const SCHEMAS = `^${CONTRACTS}/(${filesWith(" from 'typebox").join('|')})$`
const TYPEBOX = '(^|/)typebox'

/** What stands in the way of teams that work, deploy and scale alone. `npm run borders` checks it. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Files that need each other cannot be read, tested or moved alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'services-apart',
      comment: 'A service knows another one by its contract only: by HTTP, an event or a question on the bus.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^(services/(?!$1/)|gateway/)' },
    },
    {
      name: 'gateway-apart',
      comment: 'The gateway has no business rule: it reaches services by their addresses.',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^services/' },
    },
    {
      name: 'packages-below-apps',
      comment: 'Packages are what apps stand on, never the other way round.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: APPS },
    },
    {
      name: 'remotes-apart',
      comment:
        'A remote reaches another one through what that one offers, mounted by the shell; a service by its address.',
      severity: 'error',
      from: { path: '^(mfe-[^/]+)/' },
      to: { path: '^(mfe-[^/]+/|shell/|services/|gateway/|platform/|packages/service-kit/)', pathNot: '^$1/' },
    },
    {
      name: 'shell-knows-no-remote',
      comment: 'The shell learns of remotes from the page, so that each is released without it.',
      severity: 'error',
      from: { path: '^shell/' },
      to: { path: '^(mfe-[^/]+|services|gateway|platform|packages/service-kit)/' },
    },
    {
      name: 'listings-rooms-apart',
      comment:
        'The rooms of this remote know only shared, and the three files that load a map late; what combines rooms stands above them. Tests mount the whole remote.',
      severity: 'error',
      from: { path: '^mfe-listings/src/(?!shared/)([^/]+)/', pathNot: '[.]test[.]tsx?$|/testing/' },
      to: {
        path: '^mfe-listings/src/',
        pathNot: ['^mfe-listings/src/($1|shared)/', '^mfe-listings/src/map/(results|location|place)-map[.]tsx$'],
      },
    },
    {
      name: 'listings-shared-below-rooms',
      comment: 'What the rooms share imports none of them, nor what combines them, such as the store.',
      severity: 'error',
      from: { path: '^mfe-listings/src/shared/' },
      to: { path: '^mfe-listings/src/', pathNot: '^mfe-listings/src/shared/' },
    },
    {
      name: 'no-schemas-in-browsers',
      comment:
        'Schemas bring 10 kB of TypeBox into a chunk. Browser code takes their types alone (import type); constants stand in files of their own.',
      severity: 'error',
      from: { path: '^(shell|mfe-[^/]+|packages/web-kit)/src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: [SCHEMAS, TYPEBOX], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'schemas-apart',
      comment:
        'What browser code may take from contracts must not lead to schemas. A file that imports TypeBox itself is one of schemas. Tests may load them.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: [SCHEMAS, '[.]test[.]ts$|/testing/'] },
      to: { path: [SCHEMAS, TYPEBOX], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules/(?!typebox/)|dist/)' },
    // Types are imports too: a type of another service is a border crossed.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.css', '.json'],
    },
  },
}

/** @param {string} text */
function filesWith(text) {
  const names = readdirSync(CONTRACTS).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return names.filter((name) => readFileSync(join(CONTRACTS, name), 'utf8').includes(text))
}
