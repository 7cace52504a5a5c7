/** JSON, a `Response`, or a function that returns either. */
type Answer = object | ((url: URL, request: Request) => object | Promise<object>)

/** By request: '/posts?city=Pune', '/posts' for any query string, 'POST /users/save'. */
export type Answers = Record<string, Answer>

export interface Network {
  /** All requests so far, named as in `Answers` with their query string. */
  readonly asked: readonly string[]
  /** Requests aborted before their response. */
  readonly takenBack: readonly string[]
  /** Replaces the response to a request. */
  answer(call: string, answer: Answer): void
  /** Delays the response until the returned function is called. */
  hold(call: string): () => void
  close(): void
}

/** Replaces `fetch`. `onProblem` receives each request without an answer. */
export function openNetwork(answers: Answers, onProblem: (problem: string) => void): Network {
  const real = window.fetch
  const table = new Map(Object.entries(answers))
  const holds = new Map<string, Promise<void>>()
  const releases = new Set<() => void>()
  const asked: string[] = []
  const takenBack: string[] = []

  async function answerTo(request: Request): Promise<Response> {
    const { url, names } = namesOf(request)
    // The browser has kept nothing that the test does not name.
    if (request.cache === 'only-if-cached' && !find(table, names)) throw new TypeError('Failed to fetch')
    asked.push(names[0])
    request.signal.addEventListener('abort', () => takenBack.push(names[0]))
    await find(holds, names)
    const answer = find(table, names)
    if (answer === undefined) {
      onProblem(`request without an answer in the test: ${names[0]}`)
      throw new TypeError('Failed to fetch')
    }
    const made = typeof answer === 'function' ? await answer(url, request) : answer
    return made instanceof Response ? made.clone() : Response.json(made)
  }

  window.fetch = (input, init) => {
    const request = new Request(input, init)
    return Promise.race([answerTo(request), aborted(request.signal)])
  }

  return {
    asked,
    takenBack,
    answer: (call, answer) => void table.set(call, answer),
    hold(call) {
      let release = () => {}
      holds.set(
        call,
        new Promise((resolve) => {
          release = resolve
        }),
      )
      releases.add(release)
      return () => {
        holds.delete(call)
        release()
      }
    },
    close() {
      // One that is held would be made again once it takes too long, in the next test.
      for (const release of releases) release()
      window.fetch = real
    },
  }
}

/** An answer that fails like a lost connection. */
export function unreachable(): never {
  throw new TypeError('Failed to fetch')
}

/** One page of a list, with the total count and the next page's cursor in its headers. */
export function listAnswer(
  items: readonly object[],
  { total = items.length, next, meant, leftOut }: ListParts = {},
): Response {
  const headers = new Headers({ 'x-total-count': String(total) })
  if (next) headers.set('link', `</posts?after=${next}>; rel="next"`)
  if (meant) headers.set('content-location', `/posts${meant}`)
  if (leftOut) headers.set('x-left-out', encodeURIComponent(leftOut))
  return Response.json(items, { headers })
}

interface ListParts {
  total?: number | string
  next?: string
  /** The query string of what the search means. */
  meant?: string
  leftOut?: string
}

export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status })
}

function namesOf({ url: href, method }: Request): { url: URL; names: [string, string] } {
  const url = new URL(href)
  const prefix = method === 'GET' ? '' : `${method} `
  return { url, names: [prefix + url.pathname + url.search, prefix + url.pathname] }
}

function find<T>(table: Map<string, T>, names: string[]): T | undefined {
  return names.map((name) => table.get(name)).find((found) => found !== undefined)
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
