import { createMessageReports } from '@aangan/chats/reports'
import { createChatStore } from '@aangan/chats/store'
import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { expect, it } from 'vitest'
import { withStores } from '../migrate/stores.ts'
import { run, testFolder } from '../testing/site-process.ts'

const freshUrl = await useMongo()

it('reports of messages on MongoDB are listed and handled while the services have it open', async () => {
  const folder = await testFolder()
  const env = { DATA_DIR: folder.dataDir, STORE_URL: freshUrl() }
  const outcome = async (...args: string[]) => {
    const { ended, output } = run('reports', env, args)
    return [await ended, output.stderr, output.stdout.split('\n')[0]]
  }
  expect(await run('migrate', env).ended).toBe(0)
  await withStores(env.STORE_URL, ['chats'], async ({ chats }) => {
    const [asha, ravi] = ['a'.repeat(24), 'b'.repeat(24)]
    const store = createChatStore(chats)
    const now = new Date()
    const { chat } = await store.open([asha, ravi], { postId: null, now })
    const sent = await store.send({ chat, userId: ravi, text: 'Pay first', clientId: 'm-1', now })
    const messageId = sent?.message._id ?? ''
    await createMessageReports(chats).add({ messageId, reporterId: asha, reason: 'fraud', text: '' }, now)
    expect(await outcome()).toEqual([0, '', '1 open report, the latest first.'])
    const id = `${messageId}:${asha}`
    expect(await outcome('--handle', id)).toEqual([0, '', `Report ${id} marked as handled.`])
    expect(await outcome()).toEqual([0, '', '0 open reports.'])
  })
  await folder.remove()
})
