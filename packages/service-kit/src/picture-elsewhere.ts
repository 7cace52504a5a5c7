/** RFC 3986 has no others: a browser would repair them into some other address. */
const UNWRITTEN = /[\s\p{Cc}"<>\\^`{|}]/u

/** Whether it is the address of a picture on another site: https, with a host, and without user information. */
export function isPictureElsewhere(url: string): boolean {
  if (!/^https:\/\/[^/]/.test(url) || UNWRITTEN.test(url) || !URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username === '' && password === ''
}
