const SIGN_IN = '/login'
const NEXT = 'next'

/** An origin to read addresses against; whatever leads away from it is not of this site. */
const HERE = 'http://here.invalid'

/**
 * The address that asks someone to sign in and then brings them back to `from`, a path with its query string.
 * @returns `/login?next=%2Fprofile`; without `next` where `from` is no path of this site or the sign-in page itself.
 */
export function signInAddress(from: string): string {
  const back = sitePath(from)
  return back === null || pathOf(back) === SIGN_IN ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ [NEXT]: back })}`
}

/**
 * Where to go after signing in, as the sign-in page's own query string says.
 * @returns a path of this site; `/` where there is none, or it leads to another site or in a circle.
 */
export function nextAfterSignIn(search: string): string {
  const back = sitePath(new URLSearchParams(search).get(NEXT) ?? '')
  return back === null || pathOf(back) === SIGN_IN ? '/' : back
}

/** `//host`, `/\host`, a tab between the slashes and `/.//host` all read as another site somewhere. */
function sitePath(text: string): string | null {
  if (!/^\/[^\s\\]*$/.test(text) || hasControls(text)) return null
  const path = URL.canParse(text, HERE) && new URL(text, HERE).origin === HERE ? pathOf(text) : '//'
  return path.startsWith('//') ? null : text
}

function pathOf(text: string): string {
  return new URL(text, HERE).pathname
}

function hasControls(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f')
}
