/** An id on the wire: 24 lower-case hex digits. */
export const ID_PATTERN = '^[0-9a-f]{24}$'

const idExpression = new RegExp(ID_PATTERN)

/** Any other text is 404, never 400: it can address nothing. */
export function isId(text: string): boolean {
  return idExpression.test(text)
}
