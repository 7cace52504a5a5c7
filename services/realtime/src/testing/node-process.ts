import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { spawnChild } from '@aangan/service-kit/testing/child-process'
import { onTestFinished } from 'vitest'

const MAIN = new URL('../main.ts', import.meta.url)

/** A node in a process of its own, with the given keys and a bus of its own: it shares only Redis. */
export async function startNode({ publicKeys }: { publicKeys: readonly string[] }, redisUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'realtime-node-'))
  const keys = join(folder, 'keys.pem')
  await writeFile(keys, publicKeys.join('\n'))
  const child = await spawnChild(MAIN, [], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      BUS_URL: `sqlite:${folder}`,
      IDENTITY_PUBLIC_KEY_FILE: keys,
      REDIS_URL: redisUrl,
    },
  })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /"address":"(http:[^"]+)"/.exec(line)?.[1]
    if (address !== undefined) return { url: address, kill }
  }
  throw new Error('the node ended before it accepted sockets')
}
