import type { PostBody, PostChange, PostWithDetail } from '@aangan/contracts/posts'
import type { Entered } from './draft.ts'
import type { FormTexts } from './form-fields.ts'

export function enteredOf(post: PostWithDetail): Entered {
  return {
    texts: textsOf(post),
    pictures: post.images.map((url, at) => ({ url, alt: post.alts[at] ?? '' })),
  }
}

function textsOf({ postDetail, ...post }: PostWithDetail): FormTexts {
  const rooms = (count: number) => (post.property === 'land' && count === 0 ? '' : String(count))
  return {
    title: post.title,
    price: String(post.price),
    type: post.type,
    property: post.property,
    address: post.address,
    city: post.city,
    latitude: post.latitude,
    longitude: post.longitude,
    bedroom: rooms(post.bedroom),
    bathroom: rooms(post.bathroom),
    size: textOrNone(postDetail.size),
    furnishing: textOrNone(post.furnishing),
    utilities: textOrNone(postDetail.utilities),
    pet: textOrNone(postDetail.pet),
    income: textOrNone(postDetail.income),
    school: textOrNone(postDetail.school),
    bus: textOrNone(postDetail.bus),
    restaurant: textOrNone(postDetail.restaurant),
    desc: postDetail.desc,
  }
}

function textOrNone(value: string | number | null): string {
  return value === null ? '' : String(value)
}

/** Only the changed fields: others may have been changed elsewhere meanwhile. */
export function changeOf(before: PostBody, after: PostBody): PostChange {
  const postData: NonNullable<PostChange['postData']> = changed(before.postData, after.postData)
  const postDetail = changed(before.postDetail, after.postDetail)
  const { images, alts } = after.postData
  // `alts` belong to `images` by index: send both.
  const pictures = postData.images || postData.alts ? { images, alts } : {}
  return { postData: { ...postData, ...pictures }, postDetail }
}

function changed<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after) as [keyof T, unknown][]
  const others = entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  return Object.fromEntries(others) as Partial<T>
}
