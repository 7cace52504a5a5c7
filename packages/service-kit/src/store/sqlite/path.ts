import { refuse } from './errors.ts'

/** Field names that reach SQL text. Everything else a caller may send is bound, never written into a statement. */
const SEGMENT = /^[A-Za-z0-9_-]{1,100}$/

/** Checks a field path (`address.city`) that filters, sorts, indexes or projections name, and answers its segments. */
export function pathSegments(path: string): string[] {
  const segments = path.split('.')
  for (const segment of segments) {
    if (!SEGMENT.test(segment) || segment === '__proto__') {
      refuse(`Field name ${JSON.stringify(path)} is not allowed: use letters, digits, _ and -, joined by dots`)
    }
  }
  return segments
}

/** The path as SQLite's JSON functions take it, as an SQL literal: safe to write out, since each segment is checked. */
export function pathLiteral(path: string): string {
  return `'$${pathSegments(path)
    .map((segment) => `."${segment}"`)
    .join('')}'`
}

/** The SQL of a field's value. Indexes are built on exactly this text, or the planner would not see them. */
export function valueAt(path: string): string {
  return path === '_id' ? '_id' : `json_extract(doc, ${pathLiteral(path)})`
}

/** The SQL of a field's JSON type: 'true', 'integer', 'text' …, and NULL where the field is missing. */
export function typeAt(path: string): string {
  return path === '_id' ? `'text'` : `json_type(doc, ${pathLiteral(path)})`
}

/** Collection, index and store names, which become table, index and file names. */
export function checkName(kind: string, name: string): string {
  if (!/^[a-z][A-Za-z0-9_-]{0,60}$/.test(name) || name.startsWith('sqlite')) {
    refuse(`${JSON.stringify(name)} cannot name a ${kind}: use letters, digits, _ and -, a small letter first`)
  }
  return name
}
