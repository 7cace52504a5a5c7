import { openStore } from '@aangan/service-kit/store/open'
import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { expect, it } from 'vitest'
import { run, testFolder } from '../testing/site-process.ts'

const freshUrl = await useMongo()

it('a tool that refuses the last of several stores on MongoDB ends', async () => {
  const folder = await testFolder()
  const env = { DATA_DIR: folder.dataDir, STORE_URL: freshUrl() }
  expect(await run('migrate', env).ended).toBe(0)
  const store = await openStore(env.STORE_URL, { name: 'users' })
  await store.collection<{ _id: string; name: string }>('migrations').insertOne({ _id: '999', name: 'next year' })
  await store.close()
  for (const name of ['migrate', 'seed']) {
    const { ended, output } = run(name, env)
    expect(await ended).toBe(1)
    expect(output.stderr).toMatch(/The store of users was migrated by a newer release/)
  }
  await folder.remove()
})
