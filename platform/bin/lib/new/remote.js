import { StepError } from '../command.js'
import { copyTemplate, fill, insert, namesOf } from './template.js'

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
    next: [`npm start shows it at /${name}, and in the navigation`, `npm test -- ${folder} runs its tests`],
  }
}

/**
 * Throws unless a name is one word.
 * @param {string} kind
 * @param {string} name
 */
export function oneWord(kind, name) {
  if (/^[a-z][a-z0-9]{1,30}$/.test(name)) return name
  throw new StepError(`The name of a ${kind} is one word of a to z and digits, such as guides; got "${name}".`)
}
