/** One physical line without its line ending. With a `problem`, `text` is only fit for display. */
export interface Line {
  number: number
  text: string
  problem: string | null
}

/** Far above any listing: bounds memory for a file without line breaks. */
const MAX_LINE_BYTES = 1_000_000
const RETURN = 0x0d
const TOO_LONG = `the line is longer than ${MAX_LINE_BYTES / 1_000_000} MB, so that only its beginning is kept; shorten its cells`

/** Splits bytes into lines as they arrive. `newline` is the byte that ends a line: LF, or CR in files without LF. */
export async function* readLines(bytes: AsyncIterable<Buffer>, newline: number): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  for await (const chunk of bytes) {
    const buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let at = buffer.indexOf(newline); at >= 0; at = buffer.indexOf(newline, from)) {
      number += 1
      yield lineOf(number, buffer.subarray(from, at), decoder)
      from = at + 1
    }
    // Keeps one byte more than allowed, so that lineOf still sees that the line was too long.
    rest = Buffer.from(buffer.subarray(from, from + MAX_LINE_BYTES + 1))
  }
  if (rest.length > 0) yield lineOf(number + 1, rest, decoder)
}

function lineOf(number: number, bytes: Buffer, decoder: InstanceType<typeof TextDecoder>): Line {
  if (bytes.length > MAX_LINE_BYTES) {
    return { number, text: bytes.toString('utf8', 0, 200), problem: TOO_LONG }
  }
  const line = bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes
  try {
    return { number, text: decoder.decode(line), problem: null }
  } catch {
    return { number, text: line.toString('utf8'), problem: 'the line is not valid UTF-8; save the file as UTF-8' }
  }
}
