import { refuse } from './errors.ts'

/** Field names become SQL text. All other input is bound, never part of a statement. */
const SEGMENT = /^[A-Za-z0-9_-]{1,100}$/

export function pathSegments(path: string): string[] {
  const segments = path.split('.')
  for (const segment of segments) {
    if (!SEGMENT.test(segment) || segment === '__proto__') {
      refuse(`Field name ${JSON.stringify(path)} is not allowed: use letters, digits, _ and -, joined by dots`)
    }
  }
  return segments
}

/** Safe to inline as SQL, since each segment is validated. */
export function pathLiteral(path: string): string {
  return `'$${pathSegments(path)
    .map((segment) => `."${segment}"`)
    .join('')}'`
}

/** Indexes are built on exactly this text, or the planner would not use them. */
export function valueAt(path: string): string {
  return path === '_id' ? '_id' : `json_extract(doc, ${pathLiteral(path)})`
}

export function typeAt(path: string): string {
  return path === '_id' ? `'text'` : `json_type(doc, ${pathLiteral(path)})`
}

export function checkName(kind: string, name: string): string {
  if (!/^[a-z][A-Za-z0-9_-]{0,60}$/.test(name) || name.startsWith('sqlite')) {
    refuse(
      `${JSON.stringify(name)} cannot name a ${kind}: use letters, digits, _ and -, starting with a lower-case letter`,
    )
  }
  return name
}
