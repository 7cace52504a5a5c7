import { escapeHtml } from './escape-html.ts'
import type { Mail } from './mail.ts'

/** A mail that tells of several things, and how no more such mails come. */
export interface Letter {
  greeting: string
  lead: string
  items: Item[]
  /** Where to see all of it. */
  all: { words: string; url: string }
  /** A page that stops these mails, and the address to which mail programs post by RFC 8058. */
  stop: { page: string; oneClick: string }
}

interface Item {
  title: string
  lines: string[]
  url?: string
}

const STOP = 'Stop these mails'

export function writeLetter(letter: Letter): Pick<Mail, 'text' | 'html' | 'headers'> {
  return {
    text: asText(letter),
    html: asHtml(letter),
    headers: {
      'List-Unsubscribe': `<${letter.stop.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** What people wrote, as a line of a mail. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function asText({ greeting, lead, items, all, stop }: Letter): string {
  const told = items.map(({ title, lines, url }) => [title, ...lines, ...(url ? [url] : [])].join('\n'))
  return [greeting, lead, ...told, `${all.words}:\n${all.url}`, `${STOP}:\n${stop.page}`].join('\n\n')
}

function asHtml({ greeting, lead, items, all, stop }: Letter): string {
  const link = (url: string, words: string) => `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`
  const told = items.map(({ title, lines, url }) => {
    const head = `<b>${url ? link(url, title) : escapeHtml(title)}</b>`
    return `<p style="margin:0 0 16px">${[head, ...lines.map(escapeHtml)].join('<br>')}</p>`
  })
  return [
    '<!doctype html><html lang="en"><body style="max-width:36em;font:16px/1.5 sans-serif">',
    `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(lead)}</p>`,
    ...told,
    `<p>${link(all.url, all.words)}</p><p style="font-size:14px">${link(stop.page, STOP)}</p>`,
    '</body></html>',
  ].join('\n')
}
