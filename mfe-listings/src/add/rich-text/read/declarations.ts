/** Declared values by property, in lower case. */
export type Declarations = ReadonlyMap<string, string>

const NONE: Declarations = new Map()

/**
 * Parses a `style` attribute. CSSOM would do, but it drops Word's own properties and needs a document. A later
 * declaration replaces an earlier one unless that is `!important`.
 */
export function declarationsOf(style: string | undefined): Declarations {
  if (!style) return NONE
  const found = new Map<string, string>()
  const important = new Set<string>()
  for (const [declaration] of style.matchAll(DECLARATION)) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, colon).trim().toLowerCase()
    if (colon < 1 || important.has(property)) continue
    const [value = '', rule] = declaration
      .slice(colon + 1)
      .toLowerCase()
      .split('!')
    if (rule?.trim() === 'important') important.add(property)
    found.set(property, value.trim())
  }
  return found
}

/** Up to a semicolon outside of quotes and parentheses, as in `url("a;b")`. */
const DECLARATION = /(?:"[^"]*"|'[^']*'|\([^)]*\)|[^;])+/g
