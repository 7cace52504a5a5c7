import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { openMailer } from '../mail.ts'
import { openKeyPair } from '../secrets.ts'

const [root = ''] = process.argv.slice(2)

await openKeyPair(join(root, 'data/secrets'))
const settings = { MAIL_FROM: 'a@example.org', SITE_URL: 'https://example.org', SITE_NAME: 'Aangan' }
const mailer = openMailer({ ...settings, MAIL_DIR: join(root, 'data/mails') }, pino({ level: 'silent' }))
await mailer.send({ to: 'b@example.org', subject: 'Hello', text: 'Hello' })
writeSync(1, 'done\n')
