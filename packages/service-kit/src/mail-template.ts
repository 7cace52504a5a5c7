import { escapeHtml } from '@aangan/contracts/html'
import { oneLine } from '@aangan/contracts/text/characters'
import type { Mail } from './mail.ts'

export interface MailContent {
  greeting: string
  lead: string
  items: Item[]
  all: { words: string; url: string }
  /** A page to unsubscribe on, and the URL that mail programs POST to (RFC 8058). */
  stop: { page: string; oneClick: string }
}

interface Item {
  title: string
  lines: string[]
  url?: string
}

const STOP = 'Unsubscribe from these emails'

export function renderMail(content: MailContent): Pick<Mail, 'text' | 'html' | 'headers'> {
  return {
    text: asText(content),
    html: asHtml(content),
    headers: {
      'List-Unsubscribe': `<${content.stop.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

const WORD_JOINER = '\u2060'

/** In `evil.in`, `www.4evil`, `a@evil.in`, `https://…`, `mailto:…` and `\\evil\files`, but in no amount or time. */
const LINKING = /(?<=\S)[.。．｡](?=\p{L})|(?<=\p{L})[.。．｡](?=\p{N})|@|:(?=\/\/)|(?<=\p{L}):(?=\S)|\\(?=\\)/gu

/**
 * What another person wrote, on one line and so that no mail program makes a link of it: a reader would take the link
 * for ours. All its words stay visible.
 */
export function wordsOf(text: string): string {
  return oneLine(text).replace(LINKING, (mark) => mark + WORD_JOINER)
}

function asText({ greeting, lead, items, all, stop }: MailContent): string {
  const sections = items.map(({ title, lines, url }) => [title, ...lines, ...(url ? [url] : [])].join('\n'))
  return [greeting, lead, ...sections, `${all.words}:\n${all.url}`, `${STOP}:\n${stop.page}`].join('\n\n')
}

function asHtml({ greeting, lead, items, all, stop }: MailContent): string {
  const link = (url: string, words: string) => `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`
  const sections = items.map(({ title, lines, url }) => {
    const head = `<b>${url ? link(url, title) : escapeHtml(title)}</b>`
    return `<p style="margin:0 0 16px">${[head, ...lines.map(escapeHtml)].join('<br>')}</p>`
  })
  return [
    '<!doctype html><html lang="en"><body style="max-width:36em;font:16px/1.5 sans-serif">',
    `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(lead)}</p>`,
    ...sections,
    `<p>${link(all.url, all.words)}</p><p style="font-size:14px">${link(stop.page, STOP)}</p>`,
    '</body></html>',
  ].join('\n')
}
