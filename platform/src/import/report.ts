import { createFormat, DEFAULT_LOCALE } from '@aangan/contracts/format'
import type { Checked } from './check.ts'
import type { Outcome } from './import.ts'
import { type Layout, nameOf } from './layout.ts'
import { rate } from './progress.ts'
import type { Tallied } from './tally.ts'

const MOST_REASONS = 20

const { number } = createFormat({ locale: DEFAULT_LOCALE, currency: 'inr' })

/** Names every column: used as what, or not at all. */
export function introduce({ headings, at, set, priceUnit, sizeUnit, unused }: Layout): string {
  const units = { price: unitOf(priceUnit, 'rupees'), size: unitOf(sizeUnit, 'sq ft') }
  const used = Object.entries(at).map(([field, index]) => {
    const heading = nameOf(headings[index], index)
    const unit = field === 'price' || field === 'size' ? units[field] : ''
    return `${heading === field ? field : `${heading} as ${field}`}${unit}`
  })
  const values = Object.entries(set).map(([field, value]) => `${field} ${value}`)
  return [
    `Columns: ${used.join(', ')}.`,
    ...(values.length > 0 ? [`Where the file does not say: ${values.join(', ')}.`] : []),
    ...(unused.length > 0 ? [`Not used: ${unused.join(', ').replace(/\.$/, '')}.`] : []),
  ].join('\n')
}

export function report(outcome: Outcome, milliseconds: number): string {
  const { read, added, alreadyThere, refused, refusedFile, complete } = outcome
  const counted = Object.entries({ read, added, 'already there': alreadyThere, refused })
  const counts = counted.map(([what, count]) => `${number(count)} ${what}`).join(', ')
  const seconds = (milliseconds / 1000).toFixed(1)
  const lines = [`${counts} (${seconds} s, ${rate(read, milliseconds)}).`, ...remarks(outcome)]
  if (refusedFile !== null) lines.push(`Refused rows with line numbers and reasons: ${refusedFile}`)
  if (!complete) lines.push('Stopped before the end of the file. Run the same command again to import the rest.')
  return lines.join('\n')
}

/** What a check found out about a file. */
export function checked(file: string, outcome: Checked): string {
  const { layout, first, read, listings, refused, complete } = outcome
  const counts = `${number(read)} read: ${number(listings)} listing${listings === 1 ? '' : 's'}, ${number(read - listings)} refused.`
  return [
    `Checking ${file}; nothing is written.`,
    introduce(layout),
    'The first rows:',
    ...first.map(({ line, text }) => `  line ${line}: ${text}`),
    counts,
    ...listed('Refused:', refused),
    ...remarks(outcome),
    ...(complete ? [] : ['Stopped before the end of the file.']),
  ].join('\n')
}

function remarks({ leftOut, approximate }: Pick<Outcome, 'leftOut' | 'approximate'>): string[] {
  const placed = `${number(approximate)} without coordinates: shown at the middle of their locality or city, marked as approximate.`
  return [...listed('Left out of their listings, which are taken:', leftOut), ...(approximate > 0 ? [placed] : [])]
}

function listed(title: string, reasons: Tallied[]): string[] {
  if (reasons.length === 0) return []
  const shown = reasons.slice(0, MOST_REASONS)
  const lines = shown.map((tallied) => `  ${number(tallied.count)} × ${inWords(tallied)}`)
  const more = reasons.length - shown.length
  return [title, ...lines, ...(more > 0 ? [`  and ${number(more)} more kinds`] : [])]
}

function inWords({ count, reason, line, isExample }: Tallied): string {
  if (isExample) return `for example on line ${line}: ${reason}`
  return `${reason} (${count > 1 ? 'first ' : ''}on line ${line})`
}

function unitOf(scale: number, base: string): string {
  if (Number.isNaN(scale)) return ' (in a unit that differs from district to district)'
  return scale === 1 ? '' : ` (1 is ${number(scale)} ${base})`
}
