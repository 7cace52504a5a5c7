import type { Counts } from './counts.ts'

export interface ProgressScreen {
  isTTY?: boolean | undefined
  write(text: string): unknown
}

/** Shows import progress: one updating line on a terminal, otherwise a line every two seconds. */
export function createProgress(screen: ProgressScreen, now: () => number) {
  const started = now()
  const every = screen.isTTY ? 100 : 2_000
  let shown = started

  return {
    show(counts: Counts, share: number): void {
      if (now() - shown < every) return
      shown = now()
      const line = `${lineOf(counts, now() - started)} · ${Math.min(100, Math.floor(share * 100))} %`
      screen.write(screen.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
    },
    clear(): void {
      if (screen.isTTY) screen.write('\r\u001b[K')
    },
  }
}

export function rate(rows: number, milliseconds: number): string {
  return `${Math.round(rows / Math.max(milliseconds / 1000, 0.001)).toLocaleString('en-IN')} rows/s`
}

function lineOf({ read, added, alreadyThere, refused }: Counts, milliseconds: number): string {
  const numbers = [
    `${shown(read)} read`,
    `${shown(added)} added`,
    `${shown(alreadyThere)} already there`,
    `${shown(refused)} refused`,
  ]
  return `${numbers.join(' · ')} · ${rate(read, milliseconds)}`
}

function shown(count: number): string {
  return count.toLocaleString('en-IN')
}
