/** A system call that succeeded. Positions are lines of the trace: `end` is when its effect was there. */
export interface Call {
  name: string
  start: number
  end: number
  result: number
  /** Its file descriptors, with their paths at that time. */
  files: { fd: number; path: string }[]
  strings: Buffer[]
  /** The arguments after the last string or descriptor. */
  numbers: number[]
  /** Such as `O_CREAT`. */
  flags: string[]
}

/** Reads what `strace -f -y -xx` wrote, in the order in which the calls ended. */
export function readCalls(trace: string): Call[] {
  const begun = new Map<string, { text: string; start: number }>()
  const calls: Call[] = []
  for (const [line, raw] of trace.split('\n').entries()) {
    const space = raw.indexOf(' ')
    const [thread, text] = [raw.slice(0, space), raw.slice(space).trimStart()]
    if (text.endsWith('<unfinished ...>')) {
      begun.set(thread, { text: text.slice(0, -'<unfinished ...>'.length).trimEnd(), start: line })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text)
    const first = resumed ? begun.get(thread) : { text: '', start: line }
    if (first === undefined) continue
    const call = readCall(first.text + text.slice(resumed?.[0].length ?? 0), first.start, line)
    if (call) calls.push(call)
  }
  return calls
}

function readCall(text: string, start: number, end: number): Call | null {
  const equals = text.lastIndexOf(' = ')
  const open = text.indexOf('(')
  const result = Number.parseInt(text.slice(equals + 3), 10)
  if (equals < 0 || open < 0 || !(result >= 0)) return null
  const given = text.slice(open + 1, text.lastIndexOf(')', equals))
  const rest = given.slice(Math.max(given.lastIndexOf('"'), given.lastIndexOf('>')) + 1)
  return {
    name: text.slice(0, open),
    start,
    end,
    result,
    files: [...given.matchAll(/(\d+)<([^>]*)>/g)].map(([, fd, path]) => ({ fd: Number(fd), path: `${bytesOf(path)}` })),
    strings: [...given.matchAll(/"([^"]*)"/g)].map(([, hex]) => bytesOf(hex)),
    numbers: [...rest.matchAll(/\b\d+\b/g)].map(([number]) => Number(number)),
    flags: rest.match(/\bO_\w+/g) ?? [],
  }
}

function bytesOf(escaped = ''): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex')
}
