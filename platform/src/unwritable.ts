const ELSEWHERE = 'set DATA_DIR to a folder that this user can write to'

const HINTS = new Map([
  ['ENOSPC', 'its disk is full: free some space, or set DATA_DIR to a folder on another disk'],
  ['EDQUOT', "this user's quota of its disk is used up: free some space, or raise the quota"],
  ['EROFS', 'its disk is read-only: mount it writable, or set DATA_DIR to a folder on another disk'],
  ['EACCES', `this user has no permission: grant it, or ${ELSEWHERE}`],
])

/** What an operator can do about a folder that the system does not let us write to; `fallback` for other reasons. */
export function hintFor(error: unknown, fallback = ELSEWHERE): string {
  return HINTS.get(String(Object(error).code)) ?? fallback
}
