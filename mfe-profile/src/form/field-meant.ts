/** The field of an account that a refusal names: the server says it in words alone. The first of them where it names none. */
export function fieldMeant(message = ''): 'username' | 'email' | 'password' {
  if (/\bemail\b/i.test(message)) return 'email'
  return /\bpassword\b/i.test(message) ? 'password' : 'username'
}
