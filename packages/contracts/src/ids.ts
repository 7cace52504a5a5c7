/** An id on the wire: 24 lower-case hex digits. */
export const ID_PATTERN = '^[0-9a-f]{24}$'

const idExpression = new RegExp(ID_PATTERN)

/** Tells whether text has the shape of an id. Everything else addresses nothing: 404, never 400. */
export function isId(text: string): boolean {
  return idExpression.test(text)
}
