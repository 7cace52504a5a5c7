import type { TSchema } from 'typebox'

/** The parts of a schema that name the keys of its values. */
interface Shape extends TSchema {
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  items?: Shape
}

/**
 * Finds the first key, at any depth, that the schema does not name, and returns a message:
 * `unknown key "titel" in routes[0]; did you mean "title"?`. Null if there is none.
 */
export function findUnknownKey(schema: TSchema, value: unknown, at = ''): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { properties, patternProperties = {}, items }: Shape = schema
  const [anyKey] = Object.values(patternProperties)
  const unknown = Object.keys(value).find((key) => properties && !Object.hasOwn(properties, key))
  if (properties && unknown !== undefined) return describe(unknown, Object.keys(properties), at)
  for (const [key, inner] of Object.entries(value)) {
    const [shape, within] = Array.isArray(value)
      ? [items, `${at}[${key}]`]
      : [properties?.[key] ?? anyKey, at ? `${at}.${key}` : key]
    const found = shape ? findUnknownKey(shape, inner, within) : null
    if (found) return found
  }
  return null
}

function describe(key: string, known: string[], at: string): string {
  const within = at ? ` in ${at}` : ''
  const [nearest] = known.map((name) => ({ name, distance: distanceOf(key, name) })).sort(byDistance)
  const hint = nearest && nearest.distance <= 2 ? `did you mean "${nearest.name}"?` : `use one of ${known.join(', ')}`
  return `unknown key "${key}"${within}; ${hint}`
}

function byDistance(one: { distance: number }, other: { distance: number }): number {
  return one.distance - other.distance
}

/** Edit distance; swapping two neighbouring letters counts as one edit. */
function distanceOf(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= other.length; column += 1) {
      const changed = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + changed,
        swapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return cell(one.length, other.length)
}
