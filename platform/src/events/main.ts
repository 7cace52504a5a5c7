import { openParked } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { checkFilesOf } from '../site-files.ts'
import { prepareBus, readStorage } from '../storage.ts'
import { reportFailure } from '../tool.ts'
import { readArguments } from './args.ts'
import { runCommand } from './parked-events.ts'

try {
  const command = readArguments(process.argv.slice(2))
  const storage = readStorage(process.env)
  await prepareBus(storage)
  await checkFilesOf(storage)
  const log = createLog({ level: 'error' })
  const parked = await openParked(storage.busUrl, { log, keepParkedMs: storage.keepParkedMs })
  try {
    for await (const line of runCommand(command, parked)) process.stdout.write(`${line}\n`)
  } finally {
    await parked.close()
  }
} catch (error) {
  reportFailure('events', error)
}
