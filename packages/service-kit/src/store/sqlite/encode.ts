import type { Shape } from './catalog.ts'
import { refuse } from './errors.ts'

/** MongoDB's own limits, so that what fits here fits there. */
const MAX_DEPTH = 100
const MAX_BYTES = 16 * 1024 * 1024

export interface Encoded {
  id: string
  json: string
  shapes: Set<Shape>
}

/**
 * Also returns where it holds values that SQL comparisons must treat with care. Drops `undefined` like the driver;
 * throws on what JSON cannot hold (dates, NaN, class instances).
 */
export function encode(document: object): Encoded {
  const id = '_id' in document ? document._id : undefined
  if (typeof id !== 'string' || id === '') refuse(`A document's _id must be non-empty text, got ${JSON.stringify(id)}`)
  if (id.includes('\0')) refuse('An _id cannot contain NUL')
  const shapes = new Set<Shape>()
  inspect(document, '', shapes, 0)
  const json = toJson(document)
  if (json.length > MAX_BYTES)
    refuse(`Document ${id} is ${json.length} characters long; at most ${MAX_BYTES} are allowed`)
  return { id, json, shapes }
}

/** Lone surrogates, which UTF-8 cannot hold, become U+FFFD, as with the driver. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!json.includes('\\ud')) return json
  return json.replace(/\\(u[0-9a-f]{4}|.)/g, (found, code: string) => (code.startsWith('ud') ? '\ufffd' : found))
}

/** Validates recursively. `shapes` is null inside arrays, where a path no longer names one place. */
export function inspect(value: unknown, path: string, shapes: Set<Shape> | null, depth: number): void {
  switch (typeof value) {
    case 'string':
      return
    case 'boolean':
      shapes?.add(`boolean:${path}`)
      return
    case 'number':
      if (!Number.isFinite(value)) refuse(`${described(path)} is ${value}, which JSON cannot represent`)
      return
    case 'object':
      if (value === null) return
      if (depth > MAX_DEPTH) refuse(`${described(path)} is nested more than ${MAX_DEPTH} levels deep`)
      if (Array.isArray(value)) inspectArray(value, path, shapes, depth)
      else inspectObject(value, path, shapes, depth)
      return
    default:
      refuse(`${described(path)} is a ${typeof value}, which JSON cannot represent`)
  }
}

function inspectArray(elements: unknown[], path: string, shapes: Set<Shape> | null, depth: number): void {
  shapes?.add(`array:${path}`)
  for (const element of elements) {
    if (element !== undefined) inspect(element, path, null, depth + 1)
  }
}

function inspectObject(object: object, path: string, shapes: Set<Shape> | null, depth: number): void {
  const prototype = Object.getPrototypeOf(object)
  if (prototype !== Object.prototype && prototype !== null) {
    refuse(
      `${described(path)} is a ${object.constructor.name}: documents hold JSON values only (times as ISO 8601 text)`,
    )
  }
  if (path !== '') shapes?.add(`object:${path}`)
  for (const [key, value] of Object.entries(object)) {
    checkKey(key)
    if (value !== undefined) inspect(value, path === '' ? key : `${path}.${key}`, shapes, depth + 1)
  }
}

/** Rejects keys that would act as a path, an operator or a prototype. */
export function checkKey(key: string): void {
  if (key === '' || key === '__proto__' || key.startsWith('$') || key.includes('.') || key.includes('\0')) {
    refuse(`A document cannot have a field named ${JSON.stringify(key)}`)
  }
}

function described(path: string): string {
  return path === '' ? 'The document' : `Field ${JSON.stringify(path)}`
}
