import { DEFAULT_LOCALE, knownLocale } from '@aangan/contracts/format'

/** Browsers send a few dozen characters; the rest is ignored. */
const MAX_READ = 200
/** A language range (RFC 4647) with its weight (RFC 9110, 12.5.4). */
const RANGE = /^\s*([a-z0-9-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/** The preferred supported locale of an Accept-Language header; DEFAULT_LOCALE if there is none. */
export function negotiateLocale(header: string | undefined): string {
  const wanted = rangesOf(header ?? '').sort((a, b) => b.weight - a.weight)
  for (const { tag } of wanted) {
    const locale = knownLocale(tag)
    if (locale !== null) return locale
  }
  return DEFAULT_LOCALE
}

function rangesOf(header: string): { tag: string; weight: number }[] {
  const whole = header.length > MAX_READ ? header.slice(0, MAX_READ).replace(/,?[^,]*$/, '') : header
  return whole.split(',').flatMap((range) => {
    const [, tag, weight = '1'] = RANGE.exec(range) ?? []
    return tag === undefined || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }]
  })
}
