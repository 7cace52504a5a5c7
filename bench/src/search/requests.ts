import type { Query } from './queries.ts'

/** The path of a query's first page. */
function pathOf({ params }: Query): string {
  return `/posts?${new URLSearchParams(params)}`
}

/** The path of the page that a query is for, by following the links to it; the last page where there are fewer. */
export async function toPage(query: Query, get: (path: string) => Promise<{ link: string | null }>): Promise<string> {
  let path = pathOf(query)
  for (let page = 1; page < query.page; page += 1) {
    const { link } = await get(path)
    const next = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1]
    if (next === undefined) return path
    path = next
  }
  return path
}
