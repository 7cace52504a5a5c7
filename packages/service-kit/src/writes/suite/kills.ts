import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { spawnChild } from '../../testing/child-process.ts'
import type { Stored } from '../document.ts'
import { startRelay } from '../relay.ts'
import { type Backend, openForTest } from './backend.ts'
import { expectPublished, type Known, startReader } from './reader.ts'

const CHILD = new URL('./child.ts', import.meta.url)

async function writeAndDie(backend: Backend, task: 'stops' | 'runs', enough: (lines: string[]) => boolean) {
  const { storeUrl, busUrl, prefix } = backend
  const child = await spawnChild(CHILD, [storeUrl, busUrl, prefix, task])
  onTestFinished(() => void child.kill('SIGKILL'))
  const gone = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (enough(lines)) child.kill('SIGKILL')
  }
  const [, signal] = await gone
  expect(signal).toBe('SIGKILL')
  return lines.filter((line) => line !== 'here').map((line): Known => JSON.parse(line))
}

export function killSuite(newBackend: () => Promise<Backend>): void {
  async function afterDeath(task: 'stops' | 'runs', enough: (lines: string[]) => boolean) {
    const backend = await newBackend()
    const opened = await openForTest(backend)
    const known = await writeAndDie(backend, task, enough)
    return { ...opened, known }
  }

  async function restart(opened: Awaited<ReturnType<typeof afterDeath>>) {
    const reader = await startReader(opened.bus)
    const relay = startRelay({ ...opened, writes: [opened.writes] })
    onTestFinished(() => relay.stop())
    return reader
  }

  test('killed between saving, publishing and clearing, and during removals: everything is completed', async () => {
    const stops = 2 + 2 + 1 + 1
    const dead = await afterDeath('stops', (lines) => lines.filter((line) => line === 'here').length === stops)
    const left = (name: string) =>
      dead.store
        .collection<Stored>(name)
        .find({ outboxDue: { $gte: 0 } })
        .toArray()
    const ids = async (name: string) => (await left(name)).map(({ _id }) => _id).toSorted()
    const [saved, removed] = [await ids('things'), await ids('things-removed')]
    expect(saved).toEqual(['before-clear-1', 'before-clear-2', 'before-delete', 'before-publish-1', 'before-publish-2'])
    expect(removed).toEqual(['after-delete', 'before-delete'])
    const reader = await restart(dead)
    await expectPublished(dead.store, reader, [...dead.known, ...removed.map((id) => ({ id, removed: true }) as const)])
  })

  test('killed at any point: no acknowledged write is lost', async () => {
    const dead = await afterDeath('runs', (lines) => lines.length >= 100)
    await expectPublished(dead.store, await restart(dead), dead.known)
  })
}
