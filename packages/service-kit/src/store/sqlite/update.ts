import { inspect } from './encode.ts'
import { refuse } from './errors.ts'
import { addToSet, increase, keepGreater, pull, push, setValue, unsetValue } from './update-operators.ts'

type Operator = (document: Record<string, unknown>, path: string, operand: unknown) => void

const OPERATORS: Record<string, Operator> = {
  $set: setValue,
  $setOnInsert: setValue,
  $unset: unsetValue,
  $inc: increase,
  $max: keepGreater,
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
}

export type Apply = (document: Record<string, unknown>, inserting: boolean) => void

/** MongoDB's semantics. Throws a StoreMisuseError, also when applied to a field of the wrong type. */
export function compileUpdate(update: object): Apply {
  const changes = changesOf(update)
  return (document, inserting) => {
    const id = document._id
    for (const [name, path, operand] of changes) {
      if (name !== '$setOnInsert' || inserting) OPERATORS[name]?.(document, path, operand)
    }
    if (id !== undefined && document._id !== id) refuse('An update cannot change the _id of a document')
  }
}

function changesOf(update: object): [string, string, unknown][] {
  const operators = Object.entries(update).filter(([, fields]) => fields !== undefined)
  if (operators.length === 0) refuse('An update needs at least one operator, such as $set')
  const changes = operators.flatMap(([name, fields]) => fieldsOf(name, fields))
  checkClashes(changes.map(([, path]) => path))
  return changes
}

function fieldsOf(name: string, fields: unknown): [string, string, unknown][] {
  if (!Object.hasOwn(OPERATORS, name)) {
    refuse(`Unknown update operator ${name}: use one of ${Object.keys(OPERATORS).join(', ')}`)
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    refuse(`${name} requires an object of fields`)
  const given = Object.entries(fields).filter(([, operand]) => operand !== undefined)
  return given.map(([path, operand]) => {
    if (name === '$set' || name === '$setOnInsert') inspect(operand, path, null, 0)
    return [name, path, operand]
  })
}

function checkClashes(paths: string[]): void {
  const sorted = paths.map((path) => `${path}.`).sort()
  for (const [index, path] of sorted.entries()) {
    if (sorted[index + 1]?.startsWith(path)) refuse(`The update changes ${path.slice(0, -1)} twice`)
  }
}
