/** The words for readers in what a call of a remote's API fails with. */
export function messageOf(error: unknown): string {
  const { message } = Object(error)
  return typeof message === 'string' && message !== '' ? message : 'Try again in a moment.'
}
