import { refuse } from './errors.ts'
import { pathSegments } from './path.ts'

/** A tree of field names; an empty one stands for the whole value. */
interface Names {
  [name: string]: Names
}

export type Project = (document: Record<string, unknown>) => Record<string, unknown>

/** Keeps fields (and `_id` unless it is 0) or leaves fields out. Throws a StoreMisuseError if it mixes both. */
export function makeProjection(projection: Record<string, 0 | 1> = {}): Project {
  const { _id: id, ...others } = projection
  const choices = new Set(Object.values(others))
  const [choice = id] = choices
  if (choices.size > 1) refuse('A projection cannot mix fields to keep (1) and fields to leave out (0)')
  if (choice === undefined) return (document) => document
  if (choice !== 0 && choice !== 1) refuse('A projection requires 0 or 1 for each field')
  const paths = Object.keys(others)
  if (choice === 1) return (document) => keep(document, namesOf(id === 0 ? paths : ['_id', ...paths]))
  return (document) => leaveOut(document, namesOf(id === 0 ? ['_id', ...paths] : paths))
}

function namesOf(paths: string[]): Names {
  const root: Names = {}
  for (const path of paths) {
    let level = root
    for (const segment of pathSegments(path)) level = level[segment] ??= {}
  }
  return root
}

function keep(value: Record<string, unknown>, names: Names): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const deeper = Object.hasOwn(names, key) ? names[key] : undefined
    if (!deeper) continue
    const inner = value[key]
    const own = isWhole(deeper) ? inner : mapNested(inner, (nested) => keep(nested, deeper), true)
    if (own !== undefined) kept[key] = own
  }
  return kept
}

function leaveOut(value: Record<string, unknown>, names: Names): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const deeper = Object.hasOwn(names, key) ? names[key] : undefined
    if (!deeper) return [[key, inner]]
    return isWhole(deeper) ? [] : [[key, mapNested(inner, (nested) => leaveOut(nested, deeper), false)]]
  })
  return Object.fromEntries(entries)
}

function isWhole(names: Names): boolean {
  return Object.keys(names).length === 0
}

/** Applies to an object, or to each object of a list. Scalars on the way are dropped when keeping, else stay. */
function mapNested(value: unknown, project: Project, dropScalars: boolean): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((element) => mapNested(element, project, dropScalars))
    return dropScalars ? elements.filter((element) => element !== undefined) : elements
  }
  if (isObject(value)) return project(value)
  return dropScalars ? undefined : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
