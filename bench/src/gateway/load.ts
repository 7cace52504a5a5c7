import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CONNECTIONS = '32'
const SECONDS = 6
const WARM_REQUESTS = 5_000
/** Length of a tick in `/proc/<pid>/stat` on Linux. */
const TICK_US = 10_000

/** Returns the processor time per request under `wrk`, in microseconds, of a process and its children. */
export async function costOf(pid: number, url: string, headers: Record<string, string>): Promise<number> {
  // Warm-up: the first thousands of requests cost ten times as much.
  for (let warm = 0; warm < WARM_REQUESTS; ) warm += await load(url, headers, 2)
  const before = await cpuTicks(pid)
  const requests = await load(url, headers, SECONDS)
  return (((await cpuTicks(pid)) - before) * TICK_US) / requests
}

async function load(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, '--timeout', '30s', `-d${seconds}s`, ...given, url])
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} returned errors to wrk:\n${stdout}`)
  return Number(stdout.match(/(\d+) requests in/)?.[1])
}

async function cpuTicks(pid: number): Promise<number> {
  const pids = [pid, ...(await childrenOf(pid))]
  const all = await Promise.all(pids.map(async (one) => (await statOf(one)).ticks))
  return all.reduce((sum, ticks) => sum + ticks, 0)
}

async function childrenOf(pid: number): Promise<number[]> {
  const others = (await readdir('/proc')).map(Number).filter((one) => one > pid)
  const stats = await Promise.all(others.map(async (one) => ({ one, ...(await statOf(one).catch(() => GONE)) })))
  return stats.filter(({ parent }) => parent === pid).map(({ one }) => one)
}

const GONE = { parent: 0, ticks: 0 }

async function statOf(pid: number): Promise<{ parent: number; ticks: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Fields after the process name, which may contain spaces: state, parent, …, user and system ticks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
}
