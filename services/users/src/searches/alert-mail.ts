import { createFormat, DEFAULT_LOCALE, type Format } from '@aangan/contracts/format'
import type { Post } from '@aangan/contracts/posts'
import { searchInWords } from '@aangan/contracts/search-words'
import { placeInWords, priceInWords } from '@aangan/contracts/titles'
import { escapeHtml } from '@aangan/service-kit/escape-html'
import type { Mail } from '@aangan/service-kit/mail'
import type { UsersConfig } from '../config.ts'

interface NewHomes {
  /** The query string of the search. */
  search: string
  /** The latest first; the mail shows some of them. */
  posts: Post[]
  /** How many there are in all, `more` for at least so many. */
  total: number
  more: boolean
}

interface Reader {
  username: string
  email: string
  /** What stops these mails. */
  token: string
}

const SHOWN = 10

/** The mail about new homes that a saved search finds. */
export function alertMail(homes: NewHomes, reader: Reader, config: UsersConfig): Mail {
  const { SITE_URL, SITE_NAME, SITE_CURRENCY } = config
  const format = createFormat({ locale: DEFAULT_LOCALE, currency: SITE_CURRENCY })
  const query = new URLSearchParams({ token: reader.token })
  const words = {
    subject: `${countInWords(homes)}: ${searchInWords(homes.search, format)}`,
    greeting: `Hello ${reader.username},`,
    lead: `${SITE_NAME} has ${countInWords(homes)} for the search that you saved: ${searchInWords(homes.search, format)}.`,
    all: homes.total > SHOWN ? 'See all of them' : 'See the whole search',
    allUrl: `${SITE_URL}/list${homes.search && `?${homes.search}`}`,
    stopUrl: `${SITE_URL}/searches/stop?${query}`,
  }
  const lines = homes.posts.slice(0, SHOWN).map((post) => lineOf(post, SITE_URL, format))
  return {
    to: reader.email,
    subject: words.subject,
    text: asText(words, lines),
    html: asHtml(words, lines),
    headers: {
      'List-Unsubscribe': `<${SITE_URL}/users/searches/stop?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

function countInWords({ total, more }: NewHomes): string {
  return `${total}${more ? '+' : ''} new ${total === 1 ? 'home' : 'homes'}`
}

interface Line {
  title: string
  facts: string
  url: string
}

function lineOf(post: Post, site: string, format: Format): Line {
  const facts = `${priceInWords(post, format)} · ${oneLine(placeInWords(post))}`
  return { title: oneLine(post.title), facts, url: `${site}/${post.id}` }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

interface Words {
  greeting: string
  lead: string
  all: string
  allUrl: string
  stopUrl: string
}

function asText({ greeting, lead, all, allUrl, stopUrl }: Words, lines: Line[]): string {
  const homes = lines.map(({ title, facts, url }) => `${title}\n${facts}\n${url}`)
  return [greeting, lead, ...homes, `${all}:\n${allUrl}`, `${STOP}:\n${stopUrl}`].join('\n\n')
}

function asHtml({ greeting, lead, all, allUrl, stopUrl }: Words, lines: Line[]): string {
  const link = (url: string, words: string) => `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`
  const homes = lines.map(
    ({ title, facts, url }) => `<p style="margin:0 0 16px"><b>${link(url, title)}</b><br>${escapeHtml(facts)}</p>`,
  )
  return [
    '<!doctype html><html lang="en"><body style="max-width:36em;font:16px/1.5 sans-serif">',
    `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(lead)}</p>`,
    ...homes,
    `<p>${link(allUrl, all)}</p><p style="font-size:14px">${link(stopUrl, STOP)}</p>`,
    '</body></html>',
  ].join('\n')
}

const STOP = 'Stop these mails'
