import type { Format } from '@aangan/contracts/format'
import { drawingUrl, sharePictureUrl } from '@aangan/contracts/media'
import { type Post, PostWithDetail } from '@aangan/contracts/posts'
import {
  kindInWords,
  listingTitle,
  placeInWords,
  priceInWords,
  roomsInWords,
  searchTitle,
} from '@aangan/contracts/titles'
import { Value } from 'typebox/value'
import { breadcrumbs, listingGraph } from './json-ld.ts'
import type { PageFacts, PageMeta } from './page-meta.ts'
import { cutText, plainText } from './plain-text.ts'
import { searchUrl } from './search.ts'

/** Search engines show about this many characters. */
const LENGTH = 160

/** Empty if the listing did not arrive in time. */
export function describeListing({ site, format, first }: PageFacts): Partial<PageMeta> {
  const post = first?.body
  if (!Value.Check(PostWithDetail, post)) return {}
  const { type, property, city } = post
  const title = listingTitle(post, format)
  const description = describeFacts(post, format)
  const url = `${site.origin}/${post.id}`
  const kind = { type, property, place: city }
  const images = pictureUrls(post).map((image) => new URL(image, site.origin).href)
  return {
    title,
    description,
    picture: { url: site.origin + sharePictureUrl(post), alt: title },
    jsonLd: [
      listingGraph(post, { url, description, images, currency: site.currency }),
      breadcrumbs(site, [
        { name: searchTitle(kind), url: searchUrl(site.origin, kind) },
        { name: post.title, url },
      ]),
    ],
  }
}

/** As the listing's page shows them: our drawing if there are none. */
export function pictureUrls({ id, images, property }: Pick<Post, 'id' | 'images' | 'property'>): string[] {
  return images.length > 0 ? images : [drawingUrl(property, id)]
}

function describeFacts(post: PostWithDetail, format: Format): string {
  const facts = [...roomsInWords(post, format), priceInWords(post, format)].join(', ')
  const text = `${kindInWords(post)} in ${placeInWords(post)}: ${facts}. ${plainText(post.postDetail.desc)}`
  return cutText(text.trim(), LENGTH)
}
