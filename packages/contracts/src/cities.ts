import { createCityIndex } from './city-index.ts'
import { IN_INDIAN_SCRIPTS, IN_URDU } from './city-scripts.ts'
import { SPELLINGS } from './city-spellings.ts'

const SOURCES: Partial<Record<string, readonly string[]>>[] = [SPELLINGS, IN_INDIAN_SCRIPTS, IN_URDU]
const index = createCityIndex(
  Object.fromEntries(Object.keys(SPELLINGS).map((name) => [name, SOURCES.flatMap((source) => source[name] ?? [])])),
)

/**
 * The key a city is stored and searched by: equal for 'Bangalore', ' bengaluru ', 'BENGALURU' and 'ಬೆಂಗಳೂರು'. Empty if
 * the text has no letter or digit.
 */
export function cityKey(text: string): string {
  return index.cityKey(text)
}

/** The name to display for a city key; null if the city has only one spelling: display it as written. */
export function cityName(key: string): string | null {
  return index.cityName(key)
}

/** A city's other names, without the one `cityName` returns. */
export function cityAliases(key: string): readonly string[] {
  return index.cityAliases(key)
}

/** Whether a text is a name of a city that we know, with or without listings. */
export function isKnownCity(text: string): boolean {
  return cityName(cityKey(text)) !== null
}
