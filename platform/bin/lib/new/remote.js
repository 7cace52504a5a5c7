import { fill, namesOf } from '../../../../packages/build/src/new/template.js'
import { copyTemplate, insert, oneWord } from './template.js'

/** @param {string} name */
export function newRemote(name) {
  const names = namesOf(oneWord('remote', name))
  const folder = `mfe-${name}`
  const written = [
    ...copyTemplate('remote', folder, names),
    insert('platform/e2e/screens.ts', [
      ["  { name: 'not found'", fill("  { name: '__name__', path: '/__name__' },", names)],
    ]),
    insert('README.md', [['| [`gateway/`]', `| [\`${folder}/\`](${folder}) | \`/${name}\` |`]]),
  ]
  return {
    written,
    next: [
      `npm start shows it at /${name}, and in the navigation`,
      `npm test -- ${folder} runs its tests`,
      `npm run test:e2e -- platform/e2e/accessible -t ${name} checks it for accessibility, on a phone and a laptop`,
    ],
  }
}
