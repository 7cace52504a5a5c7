import { DEFAULT_LOCALE } from '@aangan/contracts/format'
import { SHELL } from '@aangan/contracts/release-urls'
import { type PageToRender, RENDER_URL } from '@aangan/contracts/rendering'
import { pageOfRoutes } from '@aangan/contracts/routes'
import type { Upstream } from '@aangan/service-kit/upstream'
import type { RegistryConfig } from '../config.ts'
import { setsFor } from '../releases/canaries.ts'
import type { Live, ReleaseSet } from '../releases/settled.ts'
import { toBoot } from './routes.ts'

const WITHIN_MS = 10_000
/** Of the shell alone. */
const NO_PAGE = '/not/found'
/** Renderers end what is not asked for within ten minutes, as of a site that nobody visits at night. */
const AGAIN_MS = 5 * 60_000

interface Preparing {
  config: RegistryConfig
  /** Null on a site without renderers. */
  renderer: Upstream | null
}

/**
 * Has renderers start with releases that they do not have yet, and render a page of each remote, and one of none: the
 * first one takes longer than visitors wait. Again every few minutes, so that they have what is live, also if they were
 * started later.
 */
export function prepareRendering({ config, renderer }: Preparing) {
  const replicas = config.RENDERER_URL?.split(',').length ?? 0
  const closing = new AbortController()
  let known = new Map<string, PageToRender>()

  async function prepare(pages: PageToRender[]): Promise<void> {
    for (const json of pages) {
      // Visitors' pages say what is wrong.
      const call = () =>
        renderer?.post(RENDER_URL, { json, timeoutMs: WITHIN_MS, signal: closing.signal }).catch(() => undefined)
      // At the same time, so each gets one.
      await Promise.all(Array.from({ length: replicas }, call))
    }
  }

  const again = setInterval(() => void prepare([...known.values()]), AGAIN_MS).unref()

  return {
    prepare(live: Live): void {
      const pages = new Map(
        setsFor(live)
          .filter((set) => set.has(SHELL))
          .flatMap((set) => pagesOf(config, set))
          .map((page) => [releasesOf(page), page]),
      )
      const added = [...pages].filter(([releases]) => !known.has(releases))
      known = pages
      void prepare(added.map(([, page]) => page))
    },
    close(): void {
      clearInterval(again)
      closing.abort()
    },
  }
}

/** Those that a process renders it with: sets share them. */
function releasesOf({ boot, remote }: PageToRender): string {
  return `${boot.shell.version} ${remote} ${remote && boot.remotes[remote]?.version}`
}

function pagesOf(config: RegistryConfig, set: ReleaseSet): PageToRender[] {
  const boot: PageToRender['boot'] = { ...toBoot(config, set, DEFAULT_LOCALE), session: { status: 'visitor' } }
  const withPages = Object.entries(boot.remotes).filter(([, { routes }]) => routes.length > 0)
  const pages = withPages.map(([remote, { routes }]) => ({ boot, url: pageOfRoutes(routes), remote, first: [] }))
  return [...pages, { boot, url: NO_PAGE, remote: null, first: [] }]
}
