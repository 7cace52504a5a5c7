import { Type } from 'typebox'
import { createServer } from '../server.ts'
import { runService } from '../service.ts'

/** A service that takes writes and keeps nothing. */
await runService({
  name: 'posts',
  config: Type.Object({}),
  needs: [],
  build: async ({ log, metrics }) => {
    const app = createServer({ name: 'posts', parts: { log, metrics }, ready: async () => {} })
    app.post('/posts', async () => 'done')
    app.addHook('onListen', async () => log.info(app.addresses()[0], 'listening'))
    return app
  },
})
