const FIELDS = ['username', 'email', 'password'] as const

/** The field of an account that a refusal names: the server says it in words alone. */
export function fieldMeant(message = ''): (typeof FIELDS)[number] | undefined {
  return FIELDS.find((name) => new RegExp(`\\b${name}\\b`, 'i').test(message))
}
