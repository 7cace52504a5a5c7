/** Longest address of a request, in characters, including the query. */
export const MAX_URL = 8_192

/** Null if it is not a URL. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
