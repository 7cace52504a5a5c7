import type { Query } from './queries.ts'

function pathOf({ params }: Query): string {
  return `/posts?${new URLSearchParams(params)}`
}

/** Returns the path of the query's page by following the next links; of the last page if there are fewer. */
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
