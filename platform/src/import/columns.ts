import type { PostType } from '@aangan/contracts/post-constants'
import { AppError } from '@aangan/service-kit/errors'
import { textOf } from './cell-text.ts'
import { fits } from './fits.ts'
import { FIELDS, type Field, REQUIRED, rankOf, wordsOf } from './headings.ts'
import { typeIn } from './kinds.ts'
import { type Layout, type Mapping, nameOf, type Values } from './layout.ts'
import { explain, readMapping } from './mapping.ts'
import { type Elsewhere, found } from './sources.ts'
import { priceUnitOf, sizeUnitOf } from './units.ts'

/** Share of a column's cells that must be readable before its heading is believed. */
const MOST = 0.5

export interface Choices {
  mapping?: Mapping
  set?: Values
  /** The first rows: a heading such as `type` means what the cells below it do. */
  sample?: readonly (readonly string[])[]
}

/**
 * Maps headings to fields; `mapping` takes precedence.
 * @throws BAD_REQUEST listing the columns found and the columns expected.
 */
export function layoutOf(headings: string[], { mapping = {}, set = {}, sample = [] }: Choices = {}): Layout {
  const { at, units } = readMapping(headings, mapping)
  const columns = columnsOf(headings, sample)
  assign(at, columns, set)
  const values = { ...rentOf(headings, at), ...set }
  const unmet = REQUIRED.filter((field) => !isMet(field, { at, set: values, sample }))
  if (unmet.length > 0) throw new AppError('BAD_REQUEST', explain(unmet, headings))
  const used = new Set(Object.values(at))
  return {
    headings,
    at,
    set: values,
    priceUnit: priceUnitOf(units.price ?? headings[at.price ?? -1] ?? ''),
    sizeUnit: sizeUnitOf(units.size ?? headings[at.size ?? -1] ?? ''),
    unused: headings.flatMap((heading, index) => (used.has(index) ? [] : [nameOf(heading, index)])),
  }
}

/** Number of recognised headings, used to detect the delimiter. */
export function countKnown(headings: string[]): number {
  return FIELDS.filter((field) => headings.some((heading) => rankOf(field, heading, 'surely') !== undefined)).length
}

interface Column {
  index: number
  heading: string
  cells: string[]
}

function columnsOf(headings: string[], sample: readonly (readonly string[])[]): Column[] {
  return headings.map((heading, index) => ({
    index,
    heading,
    cells: sample.map((cells) => textOf(cells[index])).filter((cell) => cell !== ''),
  }))
}

/** First the headings whose cells agree, then the vague ones, then those whose cells are all refused: that is said row by row. */
function assign(at: Layout['at'], columns: Column[], set: Values): void {
  const free = () => columns.filter(({ index }) => !Object.values(at).includes(index))
  const fill = (how: 'surely' | 'perhaps', may: (field: Field, column: Column) => boolean) => {
    for (const field of FIELDS) {
      if (at[field] !== undefined) continue
      const named = free().filter((column) => may(field, column))
      const index = likeliest(field, named, how)
      if (index !== undefined) at[field] = index
    }
  }
  const options = { type: typeOf(columns, set) }
  const agrees = (field: Field, { heading, cells }: Column): boolean => {
    const unit = field === 'price' ? priceUnitOf(heading) : 1
    return cells.filter((cell) => fits(field, cell, { ...options, unit })).length >= cells.length * MOST
  }
  fill('surely', agrees)
  fill('perhaps', (field, column) => column.cells.length > 0 && agrees(field, column) && isPlain(field, column))
  fill('surely', (field) => set[field] === undefined)
}

/** Numbers under a vague heading may mean anything. */
function isPlain(field: Field, { cells }: Column): boolean {
  if (field === 'locality') return cells.every((cell) => /^\p{L}/u.test(cell))
  return field === 'coordinates' || cells.some((cell) => /\p{L}/u.test(cell))
}

function likeliest(field: Field, columns: Column[], how: 'surely' | 'perhaps'): number | undefined {
  const ranked = columns.flatMap(({ heading, index, cells }) => {
    const rank = rankOf(field, heading, how)
    return rank === undefined ? [] : [{ index, rank, isEmpty: cells.length === 0 }]
  })
  return ranked.sort((a, b) => Number(a.isEmpty) - Number(b.isEmpty) || a.rank - b.rank)[0]?.index
}

/** A price of 6,000 is no price of a home to buy: the column must be another. */
function typeOf(columns: Column[], set: Values): PostType {
  const isBuy = columns.some(
    ({ heading, cells }) =>
      rankOf('type', heading, 'surely') !== undefined &&
      cells.length > 0 &&
      cells.every((cell) => fits('type', cell) && !/rent|let|lease/i.test(cell)),
  )
  const titled = columns.some(
    ({ heading, cells }) =>
      rankOf('title', heading, 'surely') !== undefined &&
      cells.filter((cell) => typeIn(cell) === 'buy').length > cells.length * MOST,
  )
  return isBuy || titled || /^(buy|sale)$/i.test(set.type ?? '') ? 'buy' : 'rent'
}

/** A column of rents says that the homes are to rent. */
function rentOf(headings: string[], at: Layout['at']): Values {
  return at.type === undefined && /\brent/.test(wordsOf(headings[at.price ?? -1] ?? '')) ? { type: 'rent' } : {}
}

function isMet(field: (typeof REQUIRED)[number], { at, set, sample }: Pick<Layout, 'at' | 'set'> & Elsewhere): boolean {
  if (at[field] !== undefined || set[field] !== undefined) return true
  if (set.property === 'land' && (field === 'bedroom' || field === 'bathroom')) return true
  if (field === 'price') return false
  return sample.some((cells) => found(field, (other) => textOf(cells[at[other] ?? -1])) !== null)
}
