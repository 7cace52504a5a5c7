import type { Post, PostWithDetail } from '@aangan/contracts/posts'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import type { Answers } from '@aangan/remote/testing/network'
import type { ScreenOptions } from '@aangan/remote/testing/screens'
import { shown } from '@aangan/remote/testing/user-actions'
import { page } from 'vitest/browser'
import { renderRemote } from '../../testing/screens.ts'
import { viewAnswers } from '../../testing/views.ts'

export const PHONE = { width: 390, height: 844 }

/** Answers everything these listing pages request; no similar homes. */
export function listingNetwork(found: readonly Post[], changes: Answers = {}): Answers {
  const pages = found.map((post) => [`/posts/${post.id}`, postWithDetail(post)])
  const similar = found.map((post) => [`/posts/${post.id}/similar`, []])
  return { ...Object.fromEntries([...pages, ...similar]), ...viewAnswers(found), ...changes }
}

/** `path` overrides the listing's own URL. */
export async function openListing(
  post: PostWithDetail = postWithDetail(),
  { path = `/${post.id}`, ...options }: ScreenOptions & { path?: string } = {},
) {
  const screen = await renderRemote(path, {
    ...options,
    network: listingNetwork([post], options.network),
  })
  await shown(title(post))
  return screen
}

/** Triggers content that loads when scrolled near. */
export function scrollToEnd(): void {
  window.scrollTo(0, document.documentElement.scrollHeight)
}

export const title = ({ title }: Pick<Post, 'title'>) => page.getByRole('heading', { level: 1, name: title })
