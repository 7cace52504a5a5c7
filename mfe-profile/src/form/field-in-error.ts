const FIELDS = ['username', 'email', 'password'] as const

/** The field named in a server error, which has only text. */
export function fieldInError(message = ''): (typeof FIELDS)[number] | undefined {
  return FIELDS.find((name) => new RegExp(`\\b${name}\\b`, 'i').test(message))
}
