/** Returns an API error's message for visitors, or a fallback. */
export function messageOf(error: unknown): string {
  const { message } = Object(error)
  return typeof message === 'string' && message !== '' ? message : 'Try again in a moment.'
}
