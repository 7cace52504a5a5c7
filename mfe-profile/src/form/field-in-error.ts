const WORDS = { currentPassword: '^current password', username: 'username', email: 'email', password: 'password' }
const FIELDS = Object.keys(WORDS) as (keyof typeof WORDS)[]

/** The field named in a server error, which has only text. */
export function fieldInError(message = ''): (typeof FIELDS)[number] | undefined {
  return FIELDS.find((name) => new RegExp(`${WORDS[name]}\\b`, 'i').test(message))
}
