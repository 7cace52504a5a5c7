import { parseUrl } from './parse-url.ts'

export const SIGN_IN = '/login'
export const SIGN_IN_CALL = '/auth/login'
/** Takes a form, and is no page. */
export const SIGN_OUT = '/logout'
export const SIGN_OUT_CALL = '/auth/logout'
export const AFTER_SIGN_OUT = '/chat'
const NEXT = 'next'

/** Base to resolve addresses against: any other origin in the result is another site. */
const HERE = 'http://here.invalid'

/**
 * The sign-in page's address, with `from`, a path and its query, as the way back.
 * @returns `/login?next=%2Fprofile`; without `next` if `from` is not a path of this site or is the sign-in page itself
 */
export function signInAddress(from: string): string {
  const back = sitePath(from)
  return back === null || pathOf(back) === SIGN_IN ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ [NEXT]: back })}`
}

/**
 * Where to go after signing in, from the sign-in page's own query string.
 * @returns a path of this site; `/` if there is none, or if it leads to another site or back to the sign-in page
 */
export function nextAfterSignIn(search: string): string {
  const back = sitePath(new URLSearchParams(search).get(NEXT) ?? '')
  return back === null || pathOf(back) === SIGN_IN ? '/' : back
}

/** History state of the sign-in page: not part of its address, where anybody could write it. */
export interface SignInState {
  /** Such as 'Sign in to save this home'. */
  reason: string
}

export function signInReason(state: unknown): string | undefined {
  const { reason } = (state ?? {}) as Partial<Record<keyof SignInState, unknown>>
  return typeof reason === 'string' ? reason : undefined
}

/** `//host`, `/\host`, a tab between the slashes and `/.//host` are each read as another site by some parser. */
function sitePath(text: string): string | null {
  if (!/^\/[^\s\\]*$/.test(text) || hasControls(text)) return null
  const path = parseUrl(text, HERE)?.origin === HERE ? pathOf(text) : '//'
  return path.startsWith('//') ? null : text
}

function pathOf(text: string): string {
  return new URL(text, HERE).pathname
}

function hasControls(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f')
}
