/** Node spends a microsecond or more on each chunk: those of one byte, at 2 MB a second, would take the whole process. */
const MANY_CHUNKS = 1_000
const LEAST_MEAN = 64

/** Returns a function that takes the bytes of each chunk of a body, and returns whether they are too many for their size. */
export function countTinyChunks(): (bytes: number) => boolean {
  let [total, chunks] = [0, 0]
  return (bytes) => {
    chunks += 1
    total += bytes
    return chunks > MANY_CHUNKS && total < chunks * LEAST_MEAN
  }
}
