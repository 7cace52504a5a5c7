import { Type } from 'typebox'
import { createServer } from '../server.ts'
import { runService } from '../service.ts'

/** A service that takes writes and keeps nothing. */
await runService({
  name: 'posts',
  config: Type.Object({}),
  needs: [],
  build: async ({ log, metrics, now }) => {
    const app = createServer({ name: 'posts', parts: { log, metrics }, ready: async () => {} })
    app.post('/posts', async () => 'done')
    // Steps the system clock of this process by eight days, and returns by how many hours its parts follow.
    app.post('/step', async () => {
      const [before, time] = [now().getTime(), Date.now]
      Date.now = () => time() + 8 * 86_400_000
      return String(Math.round((now().getTime() - before) / 3_600_000))
    })
    app.addHook('onListen', async () => log.info(app.addresses()[0], 'listening'))
    return app
  },
})
