import { fill, namesOf, withOffer } from '../../../../packages/build/src/new/template.js'
import { StepError } from '../command.js'
import { copyTemplate, editJson, extend, insert, sourceOf } from './template.js'

const SLOTS = 'packages/contracts/src/slots.ts'

/**
 * @param {string} slot such as listing.tips
 * @param {string} remote the one that fills it, such as guides
 */
export function newOffer(slot, remote) {
  const [, name = ''] = /^[a-z]+\.([a-z]+)$/.exec(slot) ?? []
  if (name === '') throw new StepError(`A slot is named PAGE.PART, such as listing.tips; got "${slot}".`)
  const folder = remote.startsWith('mfe-') ? remote : `mfe-${remote}`
  if (sourceOf(`${folder}/manifest.json`) === null) throw new StepError(`There is no remote ${folder}.`)
  if (sourceOf(SLOTS)?.includes(`'${slot}'`)) throw new StepError(`${SLOTS} has the slot ${slot} already.`)
  const names = { ...namesOf(name), slot }
  return {
    written: [
      insert(SLOTS, [["  /** On the user's own profile", fill("  '__slot__': { listingId: string }", names)]]),
      ...copyTemplate('offer/__name__.tsx', `${folder}/src/${name}.tsx`, names),
      ...copyTemplate('offer/__name__', `${folder}/src/${name}`, names),
      editJson(`${folder}/manifest.json`, (manifest) => withOffer(manifest, name, slot)),
      extend('knip.json', [
        ['"mfe-*/src/{remote', `,${name}`],
        ['"entry": ["src/{remote', `,${name}`],
      ]),
    ],
    next: [
      `give it the props that it needs, in ${SLOTS} and ${folder}/src/${name}/${name}.tsx`,
      `put <Offer slot="${slot}" props={…} />, from @aangan/remote/offer, where it goes`,
      `npm test -- ${folder}/src/${name} runs its test; run those of the page that it is on, too`,
    ],
  }
}
