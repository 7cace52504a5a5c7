import { readFilter } from '../post-filters.ts'
import { matchAt, phrase, type Rule } from './rule.ts'

const KM = '(\\d{1,2}) ?(?:kms?|kilomet(?:re|er)s?)'
const WITHIN = phrase(
  `(?:within|in|inside)(?: an?)? ${KM}(?: radius)?(?: (?:of|from|around))?|${KM}(?: radius)? (?:of|from|around|away from)`,
)

/** `within 5 km of`, `5 km around`: only beside a place. */
export const within: Rule = (text, at) => {
  const [whole = '', behind, alone = ''] = matchAt(WITHIN, text, at) ?? []
  const km = whole === '' ? null : readFilter('within', behind ?? alone)
  return typeof km === 'number' ? { facts: { within: km }, end: at + whole.length } : null
}
