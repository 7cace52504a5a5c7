import { foldName, soundOf } from './text/names.ts'

/** Names of cities: the one we display, then its others. */
type CityNames = Record<string, readonly string[]>

export function createCityIndex(names: CityNames) {
  const spelled = Object.entries(names).flatMap(([name, others]) =>
    [name, ...others].map((other) => [foldName(other), foldName(name)] as const),
  )
  const keyOf = new Map(spelled)
  const keyOfSound = new Map(spelled.map(([folded, key]) => [soundOf(folded), key]))
  const nameOfKey = new Map(Object.keys(names).map((name) => [foldName(name), name]))

  return { cityKey, cityName, cityAliases }

  function cityKey(text: string): string {
    const folded = foldName(text)
    return keyOf.get(folded) ?? keyOfSound.get(soundOf(folded)) ?? folded
  }

  function cityName(key: string): string | null {
    return nameOfKey.get(key) ?? null
  }

  function cityAliases(key: string): readonly string[] {
    return names[nameOfKey.get(key) ?? ''] ?? []
  }
}
