import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What stands for `__name__`, `__Name__` and so on in a template.
 * @typedef {Record<string, string>} Names
 */

/**
 * @param {string} name such as guides or price-drop
 * @returns {Names} `name` is price-drop, `Name` PriceDrop, `NAME` PRICE_DROP
 */
export function namesOf(name) {
  const words = name.split('-')
  return {
    name,
    Name: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    NAME: words.join('_').toUpperCase(),
  }
}

/**
 * Puts names into a text. Errors that only a template has are no longer expected.
 * @param {string} text
 * @param {Names} names
 */
export function fill(text, names) {
  return text
    .replace(/^ *\/\/ @ts-expect-error.*\n/gm, '')
    .replace(/__([A-Za-z]+)__/g, (placeholder, key) => names[key] ?? placeholder)
}

/**
 * Copies a file or folder with the names filled in, also into file names.
 * @param {string} from
 * @param {string} to
 * @param {Names} names
 * @returns {string[]} the paths written
 */
export function copyFilled(from, to, names) {
  if (statSync(from).isDirectory())
    return readdirSync(from).flatMap((child) => copyFilled(join(from, child), join(to, fill(child, names)), names))
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, fill(readFileSync(from, 'utf8'), names))
  return [to]
}

/**
 * The manifest of a remote with one offer more.
 * @param {any} manifest
 * @param {string} name
 * @param {string} slot
 */
export function withOffer(manifest, name, slot) {
  return {
    ...manifest,
    offers: { ...manifest.offers, [name]: { module: `./${name}`, slot } },
    budget: { ...manifest.budget, [name]: OFFER_BYTES },
  }
}

const OFFER_BYTES = 70_000
