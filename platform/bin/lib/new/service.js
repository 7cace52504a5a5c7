import { fill, namesOf } from '../../../../packages/build/src/new/template.js'
import { copyTemplate, editJson, insert, oneWord } from './template.js'

/** @param {string} name */
export function newService(name) {
  const names = namesOf(oneWord('service', name))
  const line = (/** @type {string} */ text) => fill(text, names)
  const written = [
    ...copyTemplate('service', `services/${name}`, names),
    ...copyTemplate('contract/__name__.ts', `packages/contracts/src/${name}.ts`, names),
    ...copyTemplate('permissions/__name__.ts', `platform/src/testing/routes/${name}.ts`, names),
    insert('packages/contracts/src/services.ts', [
      ['  media: {', line("  __name__: { prefixes: ['/__name__'], knownAs: '__Name__', bodyLimit: 16_384 },")],
    ]),
    insert('packages/contracts/src/events.ts', [
      ['import type { AddedPost,', line("import type { Note } from './__name__.ts'")],
      ["  'post.removed'", line("  '__name__.changed': Note & { rev: number }")],
    ]),
    insert('packages/contracts/src/bus-access.ts', [
      ['  realtime: {', line("  __name__: { publishes: ['__name__.changed'], subscribes: durablesOf('__name__') },")],
    ]),
    insert('platform/src/credentials/collections.ts', [
      ['} satisfies Record<StoreOwner', line("  __name__: ['notes', 'notes-removed'],")],
    ]),
    insert('platform/src/services.ts', [
      ['import type { Migration }', line("import { __NAME___MIGRATIONS } from '@aangan/__name__/migrations'")],
      ['} satisfies Record<string,', line('  __name__: __NAME___MIGRATIONS,')],
      [
        '  async realtime({',
        line(`  async __name__({ parts, storeOf }) {
    const { build__Name__ } = await import('@aangan/__name__/app')
    return await build__Name__({ ...parts, store: await storeOf('__name__') })
  },`),
      ],
    ]),
    insert('docker-compose.yml', [
      [
        '  registry:',
        line(
          '  __name__:\n    <<: *part\n    command: [node, platform/dist/__name__.js]\n    env_file: ./secrets/__name__.env\n    environment: *environment\n    secrets: [identity-public]\n',
        ),
      ],
      ['      REGISTRY_URL:', line('      __NAME___URL: http://__name__:8080')],
    ]),
    insert('README.md', [
      [
        '| [`services/registry`]',
        line('| [`services/__name__`](services/__name__) | notes, as the template has them |'),
      ],
    ]),
    editJson('package.json', ({ scripts }) => {
      scripts[`start:${name}`] = scripts['start:users'].replace(/users$/, name)
    }),
  ]
  return {
    written,
    next: [
      `npm start answers GET /${name} and POST /${name}`,
      `npm test -- services/${name} runs its tests`,
      `replace the example notes, starting in services/${name}/src/rules.ts; npm run types lists what else must change`,
    ],
  }
}
