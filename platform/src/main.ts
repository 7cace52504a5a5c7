import { runProcess } from '@aangan/service-kit/process'
import { startSite } from './start.ts'

// The one line that people look for must not drown in a line for each request.
process.env.LOG_LEVEL ||= 'warn'

await runProcess('aangan', async (context) => {
  const { url, dataDir, seeded } = await startSite(context)
  const demo = seeded > 0 ? ` A demo site of ${seeded} listings was made in ${dataDir}.` : ''
  process.stdout.write(`Ready in ${process.uptime().toFixed(1)} s at ${url}${demo} Ctrl-C ends it.\n`)
})
