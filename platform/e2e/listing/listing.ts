import type { Post, PostWithDetail } from '@aangan/contracts/posts'
import type { BrowserContextOptions } from 'playwright-core'
import type { TestSite } from '../site.ts'

/** What the server has rendered, with other data. */
const RENDERED = /<div id="root" data-rendered>.*(?=\n<script type="application\/json" id="boot")/s

/** Access to a site's listings and their pages. */
export function listingsOf(site: TestSite) {
  async function listings(query = ''): Promise<Post[]> {
    return (await (await fetch(`${site.url()}/posts?${query}`)).json()) as Post[]
  }

  async function firstOf(query = ''): Promise<Post> {
    const [post] = await listings(query)
    if (!post) throw new Error(`The demo site has no listing for ${query}`)
    return post
  }

  async function detailOf(id: string): Promise<PostWithDetail> {
    return (await (await fetch(`${site.url()}/posts/${id}`)).json()) as PostWithDetail
  }

  /** Opens a listing for a new visitor; `changes` modify the API response. */
  async function open(
    changes: (post: PostWithDetail) => void = () => {},
    { query = 'type=buy', ...options }: BrowserContextOptions & { query?: string } = {},
  ) {
    const post = await detailOf((await firstOf(query)).id)
    changes(post)
    const visitor = await site.visit('about:blank', options)
    // Removes the embedded first data, so that the browser requests the listing.
    await visitor.page.route(`**/${post.id}`, async (route) => {
      const isPage = route.request().resourceType() === 'document'
      if (!isPage) return await route.fulfill({ json: post })
      // route.fetch bypasses the browser, which would have sent the reader's language.
      const headers = { ...route.request().headers(), 'accept-language': options.locale ?? 'en-US' }
      const response = await route.fetch({ headers })
      const page = (await response.text()).replace(RENDERED, '<div id="root"></div>')
      return await route.fulfill({ response, body: page.replaceAll(' data-path=', ' data-none=') })
    })
    await visitor.page.goto(`/${post.id}`)
    await visitor.page.getByRole('heading', { name: post.title, level: 1 }).waitFor()
    return { ...visitor, post }
  }

  return { listings, firstOf, detailOf, open }
}
