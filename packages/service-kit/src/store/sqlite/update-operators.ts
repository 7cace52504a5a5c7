import { isDeepStrictEqual } from 'node:util'
import { checkKey, inspect } from './encode.ts'
import { refuse } from './errors.ts'
import { operationsOf } from './filter.ts'
import { makeQuery } from './query.ts'

type Container = Record<string, unknown> | unknown[]

interface Slot {
  holder: Container
  key: string
}

export function setValue(document: Container, path: string, operand: unknown): void {
  write(slotAt(document, path), operand)
}

export function unsetValue(document: Container, path: string): void {
  const slot = findSlot(document, path)
  if (!slot) return
  // Removing it would shift the elements behind it.
  if (Array.isArray(slot.holder)) write(slot, null)
  else delete slot.holder[slot.key]
}

export function increase(document: Container, path: string, operand: unknown): void {
  if (typeof operand !== 'number' || !Number.isFinite(operand)) refuse(`$inc of ${path} requires a number`)
  const slot = slotAt(document, path)
  const before = read(slot) ?? (has(slot) ? null : 0)
  if (typeof before !== 'number') refuse(`$inc of ${path} found ${JSON.stringify(before)}, which is not a number`)
  write(slot, before + operand)
}

export function keepGreater(document: Container, path: string, operand: unknown): void {
  if (rank(operand) === null) refuse(`$max of ${path} requires a number or text`)
  const slot = slotAt(document, path)
  if (!has(slot) || isGreater(operand, read(slot))) write(slot, operand)
}

/** `operand` is one element, or `{ $each: [...], $slice: n }`, where n < 0 keeps the last -n. */
export function push(document: Container, path: string, operand: unknown): void {
  const slot = slotAt(document, path)
  const { $each: elements, $slice: slice } = eachOf('$push', path, operand, ['$each', '$slice'])
  const list = [...listAt('$push', path, slot), ...elements]
  write(slot, slice === undefined ? list : sliced(path, list, slice))
}

function sliced(path: string, list: unknown[], slice: number): unknown[] {
  if (!Number.isInteger(slice)) refuse(`$slice of ${path} requires a whole number`)
  return slice < 0 ? list.slice(slice) : list.slice(0, slice)
}

export function addToSet(document: Container, path: string, operand: unknown): void {
  const slot = slotAt(document, path)
  const { $each: elements } = eachOf('$addToSet', path, operand, ['$each'])
  const list = [...listAt('$addToSet', path, slot)]
  for (const element of elements) {
    if (!list.some((present) => isSame(present, element))) list.push(element)
  }
  write(slot, list)
}

/** Removes elements that equal the operand or, if it is an object, match it as a filter. */
export function pull(document: Container, path: string, operand: unknown): void {
  const slot = findSlot(document, path)
  if (!slot || !has(slot)) return
  const matches = matcher(operand)
  write(
    slot,
    listAt('$pull', path, slot).filter((element) => !matches(element)),
  )
}

function matcher(operand: unknown): (element: unknown) => boolean {
  if (typeof operand !== 'object' || operand === null || Array.isArray(operand)) {
    return (element) => isSame(element, operand)
  }
  if (Object.keys(operand).some((key) => key.startsWith('$'))) {
    const query = makeQuery({ element: conditionsOf('element', operand) })
    return (element) => query.test({ element })
  }
  const fields = Object.entries(operand).map(([path, wanted]) => [path, conditionsOf(path, wanted)])
  const query = makeQuery(Object.fromEntries(fields))
  return (element) => typeof element === 'object' && element !== null && query.test({ ...element })
}

function conditionsOf(path: string, wanted: unknown): Record<string, unknown> {
  return Object.fromEntries(operationsOf(path, wanted))
}

function eachOf(operator: string, path: string, operand: unknown, allowed: string[]) {
  const modifiers =
    typeof operand === 'object' && operand !== null && '$each' in operand ? operand : { $each: [operand] }
  const unknown = Object.keys(modifiers).find((key) => !allowed.includes(key))
  if (unknown) refuse(`Unknown modifier ${unknown} of ${operator} on ${path}`)
  const { $each } = modifiers
  if (!Array.isArray($each)) refuse(`$each of ${path} requires a list`)
  inspect($each, path, null, 0)
  return { $each, $slice: '$slice' in modifiers ? Number(modifiers.$slice) : undefined }
}

function listAt(operator: string, path: string, slot: Slot): unknown[] {
  if (!has(slot)) return []
  const value = read(slot)
  return Array.isArray(value)
    ? value
    : refuse(`${operator} found ${JSON.stringify(value)} at ${path}, which is not a list`)
}

/** Equal as JSON: key order counts, as in MongoDB. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (isDeepStrictEqual(a, b) && JSON.stringify(a) === JSON.stringify(b))
}

/** MongoDB's type order, for the types that $max may meet. */
function rank(value: unknown): number | null {
  if (value === null) return 0
  if (typeof value === 'number' && Number.isFinite(value)) return 1
  return typeof value === 'string' ? 2 : null
}

function isGreater(operand: unknown, present: unknown): boolean {
  const [mine, theirs] = [rank(operand) ?? 0, rank(present) ?? 3]
  if (mine !== theirs) return mine > theirs
  if (typeof operand === 'number' && typeof present === 'number') return operand > present
  return (
    typeof operand === 'string' && typeof present === 'string' && Buffer.compare(bytes(operand), bytes(present)) > 0
  )
}

function bytes(text: string): Buffer {
  return Buffer.from(text)
}

function slotAt(document: Container, path: string): Slot {
  const keys = path.split('.')
  let holder = document
  for (const key of keys.slice(0, -1)) {
    const slot = { holder, key: checkPart(path, key, holder) }
    if (!has(slot)) write(slot, {})
    holder = containerAt(path, slot)
  }
  const last = keys.at(-1) ?? ''
  return { holder, key: checkPart(path, last, holder) }
}

/** Creates nothing: null if the path leads nowhere. */
function findSlot(document: Container, path: string): Slot | null {
  const keys = path.split('.')
  let holder: unknown = document
  for (const key of keys.slice(0, -1)) {
    if (!isContainer(holder) || !has({ holder, key })) return null
    holder = read({ holder, key })
  }
  return isContainer(holder) ? { holder, key: checkPart(path, keys.at(-1) ?? '', holder) } : null
}

function containerAt(path: string, slot: Slot): Container {
  const value = read(slot)
  return isContainer(value) ? value : refuse(`Cannot reach ${path}: ${slot.key} is ${JSON.stringify(value)}`)
}

function checkPart(path: string, key: string, holder: Container): string {
  if (Array.isArray(holder) && !/^\d{1,5}$/.test(key)) refuse(`Cannot reach ${path}: ${key} is not a list index`)
  checkKey(key)
  return key
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

function has({ holder, key }: Slot): boolean {
  return Object.hasOwn(holder, key)
}

function read({ holder, key }: Slot): unknown {
  return has({ holder, key }) ? Reflect.get(holder, key) : undefined
}

function write({ holder, key }: Slot, value: unknown): void {
  if (Array.isArray(holder)) while (holder.length < Number(key)) holder.push(null)
  Reflect.set(holder, key, value)
}
