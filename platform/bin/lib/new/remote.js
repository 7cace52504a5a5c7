import { copyTemplate, fill, insert } from './template.js'

/** @param {string} name */
export function newRemote(name) {
  const folder = `mfe-${name}`
  const written = [
    ...copyTemplate('remote', folder, name),
    insert('platform/e2e/screens.ts', [
      ["  { name: 'not found'", fill("  { name: '__name__', path: '/__name__' },", name)],
    ]),
    insert('README.md', [['| [`gateway/`]', `| [\`${folder}/\`](${folder}) | \`/${name}\` |`]]),
  ]
  return {
    written: [...written, 'package-lock.json'],
    next: [
      `npm start shows it at /${name}, and in the navigation`,
      `npm test -- ${folder} runs its tests`,
      'commit package-lock.json with it: a fresh clone cannot be installed without',
    ],
  }
}
