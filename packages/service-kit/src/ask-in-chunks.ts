/** A reply must fit on the bus (1 MB) even if each id brings some kilobytes, such as a long picture address. */
const IDS_AT_ONCE = 100

/**
 * Asks about many ids with several requests on the bus at once, and joins their replies in order. Rejects if one of the
 * requests does.
 */
export async function askInChunks<T>(ids: readonly string[], ask: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  const count = Math.ceil(ids.length / IDS_AT_ONCE)
  const chunks = Array.from({ length: count }, (_, at) => ids.slice(at * IDS_AT_ONCE, (at + 1) * IDS_AT_ONCE))
  return (await Promise.all(chunks.map(ask))).flat()
}
