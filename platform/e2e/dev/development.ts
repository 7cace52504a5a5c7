import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProjectCopy } from './project-copy.ts'

export interface Development {
  url: string
  /** `heard` resolves once output written after this call matches; with that output. */
  says(pattern: RegExp): { heard: Promise<string> }
  output(): string
  stop(): Promise<number | null>
}

/**
 * Starts `npm run dev` in a copy of the project, on free ports. Throws with exit code and output if it exits before it
 * is ready.
 */
export async function startDevelopment({ root }: ProjectCopy, more: Record<string, string> = {}): Promise<Development> {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATA_DIR: join(root, 'data'),
    TILE_URL: 'none',
    // On a busy machine a slow page would be reported as a failure.
    SLOT_DEADLINE_MS: '120000',
    ...more,
  }
  const child = spawn(process.execPath, ['platform/bin/dev.js'], { cwd: root, env })
  // Every wait adds a listener, more than the default warning limit.
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
      if (child.exitCode !== null) throw new Error(`npm run dev exited with ${await ended}: ${output}`)
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
