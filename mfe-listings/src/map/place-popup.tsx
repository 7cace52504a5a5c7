import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import type { Post } from '@aangan/contracts/posts'
import { Button } from '@aangan/design/button'
import { PlainList } from '@aangan/design/plain-list'
import { RetryButton } from '@aangan/design/retry-button'
import { Skeleton } from '@aangan/design/skeleton'
import { PostPicture } from '@aangan/product/post-picture'
import { Price } from '@aangan/product/price'
import { useFormat } from '@aangan/remote/format'
import { useEffect, useRef } from 'react'
import { placeLabel, rooms } from './labels.ts'
import { mapApi, type PlaceQuery } from './map-api.ts'
import * as s from './place-popup.module.css'
import { TitleLink } from './title-link.tsx'

interface PlacePopupProps {
  query: PlaceQuery
  /** Shown until the total is known. */
  title: string
  visited: ReadonlySet<string>
}

/** All listings at one place, with "Show more" paging. */
export function PlacePopup({ query, title, visited }: PlacePopupProps) {
  const format = useFormat()
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = mapApi.usePlacePostsInfiniteQuery(query)
  const first = data?.pages[0]
  const posts = data?.pages.flatMap((page) => page.posts) ?? []
  const list = useRef<HTMLUListElement>(null)
  useFocusOnNext(list, posts.length)
  return (
    <div className={s.place}>
      <h2 className={s.title}>{first ? placeLabel(first.total, format) : title}</h2>
      <div className={s.scroll} aria-busy={isFetching}>
        <PlainList ref={list} className={s.list}>
          {posts.map((post) => (
            <li key={post.id}>
              <Row post={post} visited={visited.has(post.id)} />
            </li>
          ))}
        </PlainList>
        {isFetching && posts.length === 0 && <Loading />}
        {error && (
          <p className={s.failed} role="alert">
            {error.message}
            <RetryButton dense onClick={() => (data ? fetchNextPage() : refetch())} />
          </p>
        )}
        {hasNextPage && !error && (
          <Button variant="quiet" dense className={s.more} busy={isFetching} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </div>
  )
}

function Row({ post, visited }: { post: Post; visited: boolean }) {
  return (
    <article className={s.row}>
      <PostPicture post={post} className={s.picture} sizes={PICTURE_SIZES.thumbnail} />
      <div className={s.words}>
        <h3 className={s.name}>
          <TitleLink post={post} className={s.link} />
        </h3>
        <p className={s.facts}>
          <Price amount={post.price} type={post.type} />
          <span>{` · ${rooms(post)}${visited ? ' · visited' : ''}`}</span>
        </p>
      </div>
    </article>
  )
}

const SKELETONS = 4

function Loading() {
  return [...Array(SKELETONS).keys()].map((place) => (
    <div key={place} className={s.row}>
      <Skeleton className={s.picture} />
      <div className={s.words}>
        <Skeleton />
        <Skeleton width="half" />
      </div>
    </div>
  ))
}

/** Focuses the first new item, since the "Show more" button moves or disappears. */
function useFocusOnNext(list: React.RefObject<HTMLUListElement | null>, count: number): void {
  const before = useRef(count)
  useEffect(() => {
    const first = before.current
    before.current = count
    if (first > 0 && count > first) list.current?.children[first]?.querySelector('a')?.focus()
  }, [list, count])
}
