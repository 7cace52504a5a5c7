const LETTERS: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', i: 'l' }

/** In lower case, with one letter for the signs that look like it. */
export function foldLookalikes(text: string): string {
  return text.toLowerCase().replace(/[013457i]/g, (sign) => LETTERS[sign] ?? sign)
}

/** The same for usernames that are mistaken for each other, such as `asha.rao`, `Asha_Rao` and `asharao`. */
export function lookKey(username: string): string {
  return foldLookalikes(username).replace(/[._-]/g, '')
}

/** For an account whose name looks like another's. A range of the index finds both, since '!' follows the space. */
export function apartLookKey(username: string, id: string): string {
  return `${lookKey(username)} ${id}`
}

/** Of all accounts whose names look like this one. */
export function lookKeyRange(username: string): { $gte: string; $lt: string } {
  const key = lookKey(username)
  return { $gte: key, $lt: `${key}!` }
}
