import { MAX_NEW } from '@aangan/contracts/account-constants'
import type { Account } from '@aangan/contracts/accounts'
import type { Post } from '@aangan/contracts/posts'
import type { Parts } from '@aangan/service-kit/parts'
import type { SearchDoc } from './search.ts'

export interface Matches {
  /** Those that a mail may show, latest first. */
  shown: Post[]
  /** Where the rest begins; undefined if there is none. */
  next: string | undefined
  /** Of the owners and the reader. */
  accounts: ReadonlyMap<string, Account>
}

const WAIT_MS = 5_000
/** Behind listings that no mail may show there may be others: the next check continues. */
const MOST_PAGES = 10

/** Finds new listings of a search, from where the last check stopped, until MAX_NEW can be shown or MOST_PAGES are read. */
export async function findMatches({ bus }: Pick<Parts, 'bus'>, search: SearchDoc): Promise<Matches> {
  const { search: query, since, userId } = search
  const options = { timeoutMs: WAIT_MS }
  const accounts = new Map<string, Account>()
  const blocked = new Set<string>()
  const learn = async (ids: string[]) => {
    const [found, blocking] = await Promise.all([
      bus.request('accounts.find', { ids }, options),
      bus.request('chats.blocked', { userId, otherIds: ids }, options),
    ])
    for (const account of found) accounts.set(account.id, account)
    for (const id of blocking) blocked.add(id)
  }
  const shown: Post[] = []
  let next = search.behind?.after
  for (let pages = 0; pages < MOST_PAGES && shown.length < MAX_NEW; pages += 1) {
    const ask = { search: query, since, limit: MAX_NEW, ...(next !== undefined && { after: next }) }
    const page = await bus.request('posts.find-new', ask, options)
    const unknown = new Set([userId, ...page.posts.map((post) => post.userId)].filter((id) => !accounts.has(id)))
    if (page.posts.length > 0 && unknown.size > 0) await learn([...unknown])
    shown.push(...page.posts.filter((post) => !blocked.has(post.userId) && mayShow(post, search, accounts)))
    next = page.next
    if (next === undefined) break
  }
  return { shown, next, accounts }
}

/** Anybody can publish any title: our mails carry none of people who confirmed no address. */
function mayShow({ userId }: Post, { userId: reader }: SearchDoc, accounts: Matches['accounts']): boolean {
  const owner = accounts.get(userId)
  return userId !== reader && owner !== undefined && (owner.mailTo !== null || owner.managed === true)
}
