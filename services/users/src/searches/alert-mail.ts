import { createFormat, DEFAULT_LOCALE, type Format } from '@aangan/contracts/format'
import type { Post } from '@aangan/contracts/posts'
import { searchInWords } from '@aangan/contracts/search-words'
import { placeInWords, priceInWords } from '@aangan/contracts/titles'
import type { Mail } from '@aangan/service-kit/mail'
import { type MailContent, renderMail, wordsOf } from '@aangan/service-kit/mail-template'
import type { UsersConfig } from '../config.ts'

interface NewHomes {
  search: string
  /** Latest first. */
  posts: Post[]
  /** A lower bound if `more` is set. */
  total: number
  more: boolean
}

interface Reader {
  username: string
  email: string
  token: string
}

const SHOWN = 10

export function alertMail(homes: NewHomes, reader: Reader, config: UsersConfig): Mail {
  const { SITE_URL, SITE_NAME, SITE_CURRENCY } = config
  const { search, posts, total } = homes
  const format = createFormat({ locale: DEFAULT_LOCALE, currency: SITE_CURRENCY })
  const query = new URLSearchParams({ token: reader.token })
  // A search may have been saved from a stranger's link.
  const [count, words] = [countInWords(homes), wordsOf(searchInWords(search, format))]
  const content: MailContent = {
    greeting: `Hello ${wordsOf(reader.username)},`,
    lead: `${SITE_NAME} has ${count} for your saved search: ${words}.`,
    items: posts.slice(0, SHOWN).map((post) => itemOf(post, SITE_URL, format)),
    all: {
      words: total > SHOWN ? 'See all homes' : 'See the full search',
      url: `${SITE_URL}/list${search && `?${search}`}`,
    },
    stop: { page: `${SITE_URL}/searches/stop?${query}`, oneClick: `${SITE_URL}/users/searches/stop?${query}` },
  }
  return { to: reader.email, subject: `${count}: ${words}`, ...renderMail(content) }
}

function countInWords({ total, more }: NewHomes): string {
  return `${total}${more ? '+' : ''} new ${total === 1 ? 'home' : 'homes'}`
}

function itemOf(post: Post, site: string, format: Format): MailContent['items'][number] {
  const facts = `${priceInWords(post, format)} · ${wordsOf(placeInWords(post))}`
  return { title: wordsOf(post.title), lines: [facts], url: `${site}/${post.id}` }
}
