import type { Query } from './queries.ts'
import { toPage } from './requests.ts'

export interface Mix {
  queries: Query[]
  maps: Record<string, string>[]
}

/** Response times of a site in milliseconds. */
export interface Timed {
  searches: number[]
  maps: number[]
  mostMapItems: number
}

/** Batch size for alternating between the sites, since the machine's speed drifts. */
const BATCH_SIZE = 100
/** Warm-up requests of each kind, not measured. */
const WARMING = 200

/** Sends the same requests to each site in turn, over HTTP and one at a time. */
export async function timeSites(urls: string[], { queries, maps }: Mix): Promise<Timed[]> {
  const timed = urls.map((): Timed => ({ searches: [], maps: [], mostMapItems: 0 }))
  for (const url of urls) await ask(url, { searches: [], maps: [], mostMapItems: 0 }, warming({ queries, maps }))
  for (let at = 0; at < Math.max(queries.length, maps.length); at += BATCH_SIZE) {
    const batch = { queries: queries.slice(at, at + BATCH_SIZE), maps: maps.slice(at, at + BATCH_SIZE) }
    for (const [index, url] of urls.entries()) {
      const result = timed[index]
      if (result) await ask(url, result, batch)
    }
  }
  return timed
}

function warming({ queries, maps }: Mix): Mix {
  return { queries: queries.slice(-WARMING), maps: maps.slice(-WARMING) }
}

async function ask(url: string, result: Timed, { queries, maps }: Mix): Promise<void> {
  for (const query of queries) {
    const path = await toPage(query, async (before) => ({ link: (await get(url + before)).link }))
    result.searches.push((await get(url + path)).tookMs)
  }
  for (const params of maps) {
    const { tookMs, body } = await get(`${url}/posts/map?${new URLSearchParams(params)}`)
    result.maps.push(tookMs)
    const items: unknown = JSON.parse(body)
    result.mostMapItems = Math.max(result.mostMapItems, Array.isArray(items) ? items.length : 0)
  }
}

async function get(url: string): Promise<{ tookMs: number; link: string | null; body: string }> {
  const started = performance.now()
  const response = await fetch(url)
  const body = await response.text()
  const tookMs = performance.now() - started
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${body}`)
  return { tookMs, link: response.headers.get('link'), body }
}
