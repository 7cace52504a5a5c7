import type { PostBody, PostChange, PostWithDetail } from '@aangan/contracts/posts'
import type { Entered } from './draft.ts'
import { type FieldName, type FormTexts, textsOf } from './form-fields.ts'

export function enteredOf(post: PostWithDetail): Entered {
  return {
    texts: storedTexts(post),
    pictures: post.images.map((url, at) => ({ url, alt: post.alts[at] ?? '' })),
    rev: post.rev,
  }
}

function storedTexts({ postDetail, ...post }: PostWithDetail): FormTexts {
  const values: Record<FieldName, string | number | null> = { ...post, ...postDetail }
  const texts = textsOf((name) => String(values[name] ?? ''))
  const rooms = (count: number) => (post.property === 'land' && count === 0 ? '' : String(count))
  return { ...texts, bedroom: rooms(post.bedroom), bathroom: rooms(post.bathroom) }
}

/** Only the changed fields: others may have been changed elsewhere meanwhile. `rev` is that of the pictures. */
export function changeOf(before: PostBody, after: PostBody, rev: number | undefined): PostChange {
  const postData: NonNullable<PostChange['postData']> = changed(before.postData, after.postData)
  const postDetail = changed(before.postDetail, after.postDetail)
  const { images, alts } = after.postData
  // `alts` belong to `images` by index: send both.
  if (!postData.images && !postData.alts) return { postData, postDetail }
  return { postData: { ...postData, images, alts }, postDetail, ...(rev !== undefined && { rev }) }
}

function changed<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after) as [keyof T, unknown][]
  const others = entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  return Object.fromEntries(others) as Partial<T>
}
