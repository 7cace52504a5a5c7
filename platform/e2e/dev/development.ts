import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProjectCopy } from './project-copy.ts'

export interface Development {
  url: string
  /** Resolves once it has said so after what it had said when asked, with what it said in between. */
  says(pattern: RegExp): { heard: Promise<string> }
  output(): string
  stop(): Promise<number | null>
}

/**
 * Starts `npm run dev` in a copy of the project, on free ports. Throws its exit code and what it said when it ends before
 * it is ready.
 */
export async function startDevelopment({ root }: ProjectCopy, more: Record<string, string> = {}): Promise<Development> {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATA_DIR: join(root, 'data'),
    TILE_URL: 'none',
    // The panel would show a page that is late on a busy machine as a failure.
    SLOT_DEADLINE_MS: '120000',
    ...more,
  }
  const child = spawn(process.execPath, ['platform/bin/dev.js'], { cwd: root, env })
  // Each wait listens, and so does the race that it lost.
  for (const stream of [child.stdout, child.stderr]) stream.setMaxListeners(0)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)

  const hear = async (pattern: RegExp, from: number) => {
    while (!pattern.test(output.slice(from))) {
      if (child.exitCode !== null) throw new Error(`npm run dev has ended with ${await ended}: ${output}`)
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
    }
    return output.slice(from)
  }
  const said = await hear(/^Ready in .*?: http\S+/m, 0)
  return {
    url: said.match(/^Ready in .*?: (http\S+)/m)?.[1] ?? '',
    says: (pattern) => ({ heard: hear(pattern, output.length) }),
    output: () => output,
    stop() {
      child.kill('SIGINT')
      return ended
    },
  }
}
