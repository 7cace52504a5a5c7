import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { expect, it } from 'vitest'
import { type __Name__, follow__Name__ } from './__name__.ts'

const A = 'a'.repeat(24)
const B = 'b'.repeat(24)

it('keeps the latest revision, whatever the order of __subject__ events', async () => {
  const folder = await mkdtemp(join(tmpdir(), '__name__-'))
  const store = await openMigratedStore(`sqlite:${folder}`, { name: '__service__', migrations: [] })
  const bus = await openBus(`sqlite:${folder}`, { name: '__service__', log: createLog({ level: 'silent' }) })
  const known = store.collection<__Name__>('__name__')
  const following = await follow__Name__({ bus, store })

  const events = [
    { id: A, rev: 2 },
    { id: A, rev: 1 },
    { id: B, rev: 1 },
  ]
  for (const data of events) {
    await bus.publish({ id: `${data.id}:${data.rev}`, subject: '__subject__', data })
  }
  await expect
    .poll(() => known.find({}, { sort: { _id: 1 } }).toArray())
    .toEqual([
      { _id: A, rev: 2 },
      { _id: B, rev: 1 },
    ])

  await following.stop()
  await bus.close()
  await store.close()
  await rm(folder, { recursive: true })
})
