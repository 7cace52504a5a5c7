import type { Mail, MailSettings } from '@aangan/service-kit/mail'
import { type MailContent, renderMail, wordsOf } from '@aangan/service-kit/mail-template'

export interface Unread {
  writer: string
  /** The first messages; `more` if others follow. */
  texts: string[]
  more: boolean
}

interface Reader {
  username: string
  email: string
  token: string
}

/** Chats per mail, and characters per message. */
export const SHOWN_CHATS = 10
const SHOWN_TEXT = 200

/** @param unread latest writer first */
export function awayMail(unread: Unread[], reader: Reader, { SITE_URL, SITE_NAME }: MailSettings): Mail {
  const query = new URLSearchParams({ token: reader.token })
  const content: MailContent = {
    greeting: `Hello ${wordsOf(reader.username)},`,
    lead: `You have unread messages on ${SITE_NAME}:`,
    items: unread.slice(0, SHOWN_CHATS).map(itemOf),
    all: { words: 'Read and reply', url: `${SITE_URL}/chat` },
    stop: { page: `${SITE_URL}/mails/stop?${query}`, oneClick: `${SITE_URL}/chats/mails/stop?${query}` },
  }
  return { to: reader.email, subject: subjectOf(unread), ...renderMail(content) }
}

function subjectOf([first, ...others]: Unread[]): string {
  const and = others.length === 0 ? '' : others.length === 1 ? ' and 1 other' : ` and ${others.length} others`
  return `${first && wordsOf(first.writer)}${and} wrote to you`
}

function itemOf({ writer, texts, more }: Unread): MailContent['items'][number] {
  return { title: wordsOf(writer), lines: [...texts.map(beginningOf), ...(more ? ['… and more'] : [])] }
}

function beginningOf(text: string): string {
  // By code points: half a surrogate pair would arrive as a question mark.
  const all = [...text.trim()]
  return wordsOf(all.length <= SHOWN_TEXT ? text : `${all.slice(0, SHOWN_TEXT).join('')}…`)
}
