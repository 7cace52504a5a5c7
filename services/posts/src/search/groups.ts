export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) addTo(groups, keyOf(one), one)
  return groups
}

export function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const known = groups.get(key)
  if (known) known.push(value)
  else groups.set(key, [value])
}
