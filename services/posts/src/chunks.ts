/** Chunks a stream; the last chunk may be smaller. */
export async function* pieces<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[], void, undefined> {
  let piece: T[] = []
  for await (const one of all) {
    piece.push(one)
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
