import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function mailsIn(folder: string): Promise<string[]> {
  const sent = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return await Promise.all(sent.map((name) => readFile(join(folder, name), 'utf8')))
}

interface ReadMail {
  head: string
  subject: string
  text: string
  html: string
}

export function readMail(mail: string): ReadMail {
  const [head = ''] = mail.split('\r\n\r\n', 1)
  const unfolded = head.replaceAll(/\r\n[ \t]/g, ' ')
  const part = (type: string) => {
    const [, heads = '', body = ''] =
      new RegExp(`content-type: text/${type}(.*?)\r\n\r\n(.*?)\r\n--`, 'is').exec(mail) ?? []
    if (/base64/i.test(heads)) return Buffer.from(body, 'base64').toString()
    const bytes = body
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  }
  const subject = /^Subject: (.*)$/m.exec(unfolded)?.[1]?.trim() ?? ''
  return { head: unfolded, subject, text: part('plain'), html: part('html') }
}
