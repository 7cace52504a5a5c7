import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { type Static, Type } from 'typebox'
import { ConfigError } from './config.ts'
import { makeFolder, writeDurably } from './durable-files.ts'

export const MailSettings = Type.Object({
  /** Such as smtps://user:password@mail.example.org. Without it mails are written to files in MAIL_DIR. */
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://.+', secret: true })),
  MAIL_DIR: Type.Optional(Type.String({ minLength: 1 })),
  MAIL_FROM: Type.String({ minLength: 3, default: 'Aangan <no-reply@aangan.example>' }),
  /** The site's origin for links in mails: never taken from the request's host. */
  SITE_URL: Type.String({
    pattern: '^https?://[^/?#]+$',
    description: 'an origin such as https://example.org, without a path',
  }),
  SITE_NAME: Type.String({ minLength: 1, default: 'Aangan' }),
})
export type MailSettings = Static<typeof MailSettings>

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}

export interface Mailer {
  /** Resolves once the mail server has accepted the mail, or its file is on the disk. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Mail files that are kept: the newest. */
export const MOST_FILES = 1_000

const SMTP_MS = 20_000
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** Throws a ConfigError if neither SMTP_URL nor MAIL_DIR is set. */
export function openMailer(settings: MailSettings, log: Logger): Mailer {
  const { SMTP_URL, MAIL_DIR, MAIL_FROM: from } = settings
  if (SMTP_URL) {
    const timeouts = { connectionTimeout: SMTP_MS, greetingTimeout: SMTP_MS, socketTimeout: SMTP_MS }
    const transport = createTransport({ url: SMTP_URL, pool: true, ...timeouts })
    return { send: async (mail) => void (await transport.sendMail({ from, ...mail })), close: () => transport.close() }
  }
  if (!MAIL_DIR)
    throw new ConfigError(
      'Mail is not configured: set SMTP_URL to a mail server, or MAIL_DIR to a folder for mail files.',
    )
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...mail })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
      const file = join(MAIL_DIR, name)
      await makeFolder(MAIL_DIR, { mode: PRIVATE_FOLDER })
      await writeDurably(file, message as Buffer, { mode: PRIVATE_FILE })
      await removeOldest(MAIL_DIR)
      log.info({ file }, 'mail written to a file because SMTP_URL is not set')
    },
    close: () => undefined,
  }
}

/** Their names begin with the time. */
async function removeOldest(folder: string): Promise<void> {
  const mails = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  for (const name of mails.slice(0, -MOST_FILES)) await rm(join(folder, name), { force: true })
}
