import { fill } from '../../../../packages/build/src/new/template.js'
import { StepError } from '../command.js'
import { extend, insert, sourceOf } from './template.js'

const CONTRACT = 'packages/contracts/src/posts.ts'
const SEARCH = 'services/posts/src/search'
const TESTING = 'services/posts/src/testing'

/** @param {string} name min or max, then a whole-number field of listings: minBathroom */
export function newFilter(name) {
  const [, bound, Field = ''] = /^(min|max)([A-Z][A-Za-z]*)$/.exec(name) ?? []
  const field = Field.charAt(0).toLowerCase() + Field.slice(1)
  if (!isWholeNumber(field))
    throw new StepError(
      `A filter is min or max and a whole-number field of Post in ${CONTRACT}, such as minBathroom; got "${name}".`,
    )
  const isKind = new RegExp(`^export const KIND_FIELDS = .*'${field}'`, 'm').test(
    sourceOf(`${SEARCH}/listing-row.ts`) ?? '',
  )
  if (isKind || sourceOf(`${SEARCH}/block.ts`)?.includes(`readonly ${field} =`))
    throw new StepError(`Search already has "${field}": add the filter by hand, as README.md describes.`)
  const isMin = bound === 'min'
  const names = { name, field, Field, Bound: isMin ? 'Min' : 'Max', sign: isMin ? '>=' : '<=' }
  const line = (/** @type {string} */ text) => fill(text, names)
  return {
    written: [
      insert('packages/contracts/src/post-filters.ts', [
        [
          '  days: filter({',
          line(`  __name__: filter({
    read: (text) => wholeNumber(text, 1_000_000),
    allowed: 'a whole number from 0 to 1000000, in digits alone',
    wrong: () => WHOLE,
    label: (bound) => \`${isMin ? 'At least' : 'At most'} \${bound} __field__\`,
    isNone: (bound) => bound === 0,
  }),`),
        ],
      ]),
      insert(`${SEARCH}/conditions.ts`, [
        [
          '  days: (days) =>',
          line(
            isMin
              ? "  __name__: (least) => ({ of: 'column', column: '__field__', least, most: Number.POSITIVE_INFINITY }),"
              : "  __name__: (most) => ({ of: 'column', column: '__field__', least: 0, most }),",
          ),
        ],
      ]),
      extend(`${SEARCH}/block.ts`, [
        ["export const RANGED = ['price', 'createdAt', 'size'", line(", '__field__'")],
        [
          '  readonly size = new Int32Array(CAPACITY)\n',
          line('  /** NO_VALUE if unknown. */\n  readonly __field__ = new Int32Array(CAPACITY)\n'),
        ],
      ]),
      extend(`${SEARCH}/listing-row.ts`, [
        ["Partial<Pick<RevisedPost, 'furnishing'", line(" | '__field__'")],
        ['  const { price, size', line(', __field__')],
        ['...kind, price, size', line(', __field__')],
        ['      size: post.size ?? NO_VALUE,\n', line('      __field__: post.__field__ ?? NO_VALUE,\n')],
      ]),
      extend(`${SEARCH}/store-reader.ts`, [['...{ price: 1, size: 1', line(', __field__: 1')]]),
      insert(`${TESTING}/reference.ts`, [
        [
          '  minPrice: (',
          line('  __name__: (bound) => (one) => one.__field__ !== null && one.__field__ __sign__ Number(bound),'),
        ],
      ]),
      insert(`${TESTING}/search-suite.ts`, [['  days: [', line("  __name__: ['2'],")]]),
      insert(`${TESTING}/random-listings.ts`, [
        ['      utilities: pick(', line('      __field__: Math.floor(random() * 6),')],
      ]),
      insert(`${TESTING}/random-queries.ts`, [
        ['      minPrice: ', line('      __name__: String(Math.max(1, one.__field__ ?? 1)),')],
      ]),
      insert('mfe-listings/src/list/filter-fields.tsx', [
        [
          '    minSize: ',
          line(
            `    __name__: <CheckedField {...typed('__name__')} label="__Bound__ __field__" inputMode="numeric" placeholder="any" />,`,
          ),
        ],
      ]),
      extend('mfe-listings/src/list/filter-bar.module.css', [
        ['8fr 4.5fr 7fr repeat(2, 7.9fr) 5.5fr 4.5fr 8.5fr', ' 4.5fr'],
      ]),
    ],
    next: [
      'set the maximum in packages/contracts/src/post-filters.ts (now 1,000,000)',
      `word it for visitors: the chip in packages/contracts/src/post-filters.ts, the label in mfe-listings/src/list/filter-fields.tsx`,
      'npm start shows it; npm test -- services/posts/src/posts-search.test.ts compares what it finds',
    ],
  }
}

/** @param {string} field */
function isWholeNumber(field) {
  const [post = ''] = sourceOf(CONTRACT)?.split('export type Post =') ?? []
  return new RegExp(`^  ${field}: (Nullable\\()?Type\\.Integer\\(`, 'm').test(post)
}
