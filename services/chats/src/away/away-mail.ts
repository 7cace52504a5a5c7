import { type Letter, oneLine, writeLetter } from '@aangan/service-kit/letter'
import type { Mail, MailSettings } from '@aangan/service-kit/mail'

/** What one person wrote that was not read. */
export interface Unread {
  writer: string
  /** The first messages; `more` where there are others behind them. */
  texts: string[]
  more: boolean
}

interface Reader {
  username: string
  email: string
  /** What stops these mails. */
  token: string
}

/** Chats of a mail, and characters of a message. */
export const SHOWN_CHATS = 10
const SHOWN_TEXT = 200

/** The mail about unread messages, the latest writer first. */
export function awayMail(unread: Unread[], reader: Reader, { SITE_URL, SITE_NAME }: MailSettings): Mail {
  const query = new URLSearchParams({ token: reader.token })
  const letter: Letter = {
    greeting: `Hello ${reader.username},`,
    lead: `You have not read these messages on ${SITE_NAME} yet:`,
    items: unread.slice(0, SHOWN_CHATS).map(itemOf),
    all: { words: 'Read and answer', url: `${SITE_URL}/chat` },
    stop: { page: `${SITE_URL}/mails/stop?${query}`, oneClick: `${SITE_URL}/chats/mails/stop?${query}` },
  }
  return { to: reader.email, subject: subjectOf(unread), ...writeLetter(letter) }
}

function subjectOf([first, ...others]: Unread[]): string {
  const and = others.length === 0 ? '' : others.length === 1 ? ' and 1 other' : ` and ${others.length} others`
  return `${first?.writer}${and} wrote to you`
}

function itemOf({ writer, texts, more }: Unread): Letter['items'][number] {
  return { title: writer, lines: [...texts.map(beginningOf), ...(more ? ['… and more'] : [])] }
}

function beginningOf(text: string): string {
  // By characters as people count them: half of one would arrive as a question mark.
  const all = [...oneLine(text)]
  return all.length <= SHOWN_TEXT ? all.join('') : `${all.slice(0, SHOWN_TEXT).join('').trimEnd()}…`
}
