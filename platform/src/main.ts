import { runProcess } from '@aangan/service-kit/process'
import { startSite } from './start.ts'

// Without request logs, so that the Ready line stays visible.
process.env.LOG_LEVEL ||= 'warn'

await runProcess('aangan', async (context) => {
  const { url, dataDir, seeded, demo, refused } = await startSite(context)
  for (const reason of refused) process.stderr.write(`${reason}\n`)
  if (seeded > 0) process.stdout.write(`Created a demo site with ${seeded} listings in ${dataDir}.\n`)
  if (demo !== null) {
    const password = 'password' in demo ? demo.password : `in ${demo.passwordFile}`
    process.stdout.write(`Sign in as ${demo.username} with the password ${password}\n`)
  }
  process.stdout.write(`Ready in ${process.uptime().toFixed(1)} s: ${url} (Ctrl-C to stop)\n`)
})
