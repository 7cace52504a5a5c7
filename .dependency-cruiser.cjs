const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const APPS = '^(services|gateway|shell|mfe-[^/]+|platform|bench)/'

const CONTRACTS = 'packages/contracts/src'
/** The files of contracts that need TypeBox. */
const SCHEMAS = `^${CONTRACTS}/(${filesWith(" from 'typebox").join('|')})$`
const TYPEBOX = '(^|/)typebox'

/** Import rules that keep services and remotes independently deployable. Checked by `npm run borders`. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Files that import each other cannot be understood, tested or moved separately.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'services-apart',
      comment: 'Services use each other only through contracts: HTTP, events and bus requests.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^(services/(?!$1/)|gateway/)' },
    },
    {
      name: 'gateway-apart',
      comment: 'The gateway has no business rules: it only passes requests on to services, by HTTP.',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^services/' },
    },
    {
      name: 'packages-below-apps',
      comment: 'Apps import packages, never the reverse.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: APPS },
    },
    {
      name: 'contracts-below-packages',
      comment: 'Contracts run anywhere, so they import no other package of ours.',
      severity: 'error',
      from: { path: '^packages/contracts/' },
      to: { path: '^packages/', pathNot: '^packages/contracts/' },
    },
    {
      name: 'remote-below-design',
      comment: 'The contract and runtime of a remote know neither how it looks nor how it is built.',
      severity: 'error',
      from: { path: '^packages/remote/' },
      to: { path: '^packages/(design|product|build|service-kit)/' },
    },
    {
      name: 'design-below-product',
      comment: 'Other teams install the design: it knows nothing of homes, prices or people.',
      severity: 'error',
      from: { path: '^packages/design/' },
      to: { path: '^packages/(product|build|service-kit)/' },
    },
    {
      name: 'build-apart',
      comment: 'A build takes what a remote imports; it needs none of it. Its fixture is a remote.',
      severity: 'error',
      from: { path: '^packages/build/', pathNot: '^packages/build/src/fixture' },
      to: { path: '^packages/(remote|design|product|service-kit)/' },
    },
    {
      name: 'packages-of-browsers-apart',
      comment: 'Services never import what runs in browsers.',
      severity: 'error',
      from: { path: '^(services|gateway|packages/service-kit)/' },
      to: { path: '^packages/(remote|design|product)/' },
    },
    {
      name: 'remotes-apart',
      comment: 'A remote uses other remotes only through the offers that the shell mounts, and services only by HTTP.',
      severity: 'error',
      from: { path: '^(mfe-[^/]+)/' },
      to: { path: '^(mfe-[^/]+/|shell/|services/|gateway/|platform/|packages/service-kit/)', pathNot: '^$1/' },
    },
    {
      name: 'shell-knows-no-remote',
      comment: 'The shell gets its list of remotes from the page, so a remote is released without a new shell.',
      severity: 'error',
      from: { path: '^shell/' },
      to: { path: '^(mfe-[^/]+|services|gateway|platform|packages/service-kit)/' },
    },
    {
      name: 'listings-rooms-apart',
      comment:
        'A folder of this remote imports only itself, shared, and the three files that load a map lazily; only files directly in src combine folders. Tests are exempt: they mount the entire remote.',
      severity: 'error',
      from: { path: '^mfe-listings/src/(?!shared/)([^/]+)/', pathNot: '[.]test[.]tsx?$|/testing/' },
      to: {
        path: '^mfe-listings/src/',
        pathNot: ['^mfe-listings/src/($1|shared)/', '^mfe-listings/src/map/(results|location|place)-map[.]tsx$'],
      },
    },
    {
      name: 'listings-shared-below-rooms',
      comment:
        'shared is imported by the other folders, so it imports neither them nor files directly in src, such as the store.',
      severity: 'error',
      from: { path: '^mfe-listings/src/shared/' },
      to: { path: '^mfe-listings/src/', pathNot: '^mfe-listings/src/shared/' },
    },
    {
      name: 'no-schemas-in-browsers',
      comment:
        'Schemas would add 10 kB of TypeBox to a chunk. Browser code imports only their types (import type); constants are in separate files.',
      severity: 'error',
      from: { path: '^(shell|mfe-[^/]+|packages/(?:remote|design|product))/src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: [SCHEMAS, TYPEBOX], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-city-scripts-in-browsers',
      comment: 'Names of cities in every script take 3 kB. Browser code labels cities with contracts/city-labels.',
      severity: 'error',
      from: { path: '^(shell|mfe-[^/]+|packages/(?:remote|design|product))/src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: `^${CONTRACTS}/city-scripts[.]ts$`, reachable: true },
    },
    {
      name: 'schemas-apart',
      comment:
        'Contract files that browser code may import must not import schemas. Files that import TypeBox count as schemas. Tests may import them.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: [SCHEMAS, '[.]test[.]ts$|/testing/'] },
      to: { path: [SCHEMAS, TYPEBOX], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules/(?!typebox/)|dist/)' },
    // Type imports count: they depend on the other service as well.
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
