import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fill, namesOf } from '../../../../packages/build/src/new/template.js'
import { StepError } from '../command.js'
import { ROOT } from '../root.js'
import { addImport, copyTemplate, extend, insert, sourceOf } from './template.js'

const LIST = '  const background = ['

/**
 * @param {string} subject such as note.pinned
 * @param {string} service the one that handles it
 */
export function newEvent(subject, service) {
  if (!/^[a-z]+\.[a-z]+(-[a-z]+)*$/.test(subject))
    throw new StepError(
      `An event is named NOUN.VERB, the verb in the past tense, such as note.pinned; got "${subject}".`,
    )
  const app = `services/${service}/src/app.ts`
  if (!handles(service)) {
    const able = readdirSync(join(ROOT, 'services')).filter(handles)
    throw new StepError(`Only services with a store can handle events: ${able.join(', ')}; got "${service}".`)
  }
  const name = subject.replace('.', '-')
  const names = { ...namesOf(name), subject, service }
  const file = `services/${service}/src/${name}`
  return {
    written: [
      insert('packages/contracts/src/events.ts', [
        ["  'post.removed'", fill("  '__subject__': { id: string; rev: number }", names)],
      ]),
      insert('packages/contracts/src/bus-access.ts', [
        ["  'media-avatars'", fill("  '__service__-__name__': ['__subject__'],", names)],
      ]),
      ...copyTemplate('event/__name__.ts', `${file}.ts`, names),
      ...copyTemplate('event/__name__.test.ts', `${file}.test.ts`, names),
      addImport(app, fill("import { follow__Name__ } from './__name__.ts'", names)),
      extend(app, [[LIST, fill('await follow__Name__(parts), ', names)]]),
    ],
    next: [
      `add the fields that ${service} needs to the event in packages/contracts/src/events.ts`,
      `react to it in ${file}.ts`,
      'publish it: return the event with the changed document from createWrites, as services/users/src/store.ts does with userChanged',
      'add it to what its service publishes in packages/contracts/src/bus-access.ts',
      `npm test -- ${file} runs its test`,
    ],
  }
}

/** @param {string} service */
function handles(service) {
  return sourceOf(`services/${service}/src/app.ts`)?.includes(LIST) ?? false
}
