import type { ChangedReleases } from '@aangan/contracts/changed-releases'
import type { PageBoot } from '@aangan/contracts/page'
import { matchRoute, PAGE_MODULE } from '@aangan/contracts/routes'
import { currentEntry, subscribe } from '../navigation/history.ts'
import { askChanged } from './ask-changed.ts'
import { readFailed } from './failed-releases.ts'
import type { Remotes } from './remotes.ts'

interface Parts {
  boot: PageBoot
  remotes: Pick<Remotes, 'load' | 'take'>
  /** When the open page was reached, on the clock of `performance`: this may be loaded much later. */
  arrivedAt: number
  /** Loads the page anew. */
  reload: () => void
  /** Whether that, or the visitor, has loaded this page anew. */
  isAnew: boolean
}

/** Within this time after a navigation, a page that nobody has touched may still be replaced by its new version. */
const UNTOUCHED_MS = 2_000
const TOUCHES = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'input']
const AGAIN_MS = 60_000

/**
 * Makes an open page follow the releases: on each navigation it asks what has changed. An answer that comes at once, while
 * nobody has touched the new page, is used at once; any other at the next navigation. Nothing waits for it. Another shell
 * needs a new page. Returns a function that stops it.
 */
export function followReleases(parts: Parts): () => void {
  const { boot, remotes } = parts
  let changed: ChangedReleases | null = null
  let { path } = currentEntry()
  let { arrivedAt } = parts
  let isTouched = false
  let reloadedAt = parts.isAnew ? 0 : Number.NEGATIVE_INFINITY
  const controller = new AbortController()
  const { signal } = controller

  const isUntouched = () =>
    !isTouched && performance.now() - arrivedAt < UNTOUCHED_MS && !hasText(document.activeElement)

  async function ask(): Promise<void> {
    const at = arrivedAt
    // Offline, or without the registry, the page stays as it is.
    const answer = await askChanged(boot, readFailed()).catch(() => null)
    if (signal.aborted || at !== arrivedAt) return
    changed = answer
    if (answer && isUntouched() && (await loadShown(answer)) && at === arrivedAt && isUntouched()) use()
  }

  /** So that the old version stays until then. False if it cannot be loaded. */
  function loadShown({ remotes: next }: ChangedReleases): Promise<boolean> {
    const live = Object.entries({ ...boot.remotes, ...next }).filter((entry) => entry[1] !== null)
    const match = matchRoute(Object.fromEntries(live) as PageBoot['remotes'], path)
    const release = match && next[match.remote]
    const loading = release ? remotes.load(match.remote, release, PAGE_MODULE, match.route.preload) : Promise.resolve()
    return loading.then(
      () => true,
      () => false,
    )
  }

  function use(): void {
    const using = changed
    changed = null
    if (using?.shell !== undefined) reloadRarely()
    else for (const [name, release] of Object.entries(using?.remotes ?? {})) remotes.take(name, release)
  }

  /** Two registries that disagree, as during an update, must not load it anew on every navigation. */
  function reloadRarely(): void {
    if (performance.now() - reloadedAt < AGAIN_MS) return
    reloadedAt = performance.now()
    parts.reload()
  }

  const arrive = () => {
    const entry = currentEntry()
    if (entry.path === path) return
    path = entry.path
    arrivedAt = performance.now()
    isTouched = false
    use()
    void ask()
  }
  const touch = () => {
    isTouched = true
  }
  for (const type of TOUCHES) document.addEventListener(type, touch, { passive: true, capture: true, signal })
  // A tab that was away for days knows at the first navigation.
  const lookAgain = () => document.visibilityState === 'visible' && void ask()
  document.addEventListener('visibilitychange', lookAgain, { signal })
  signal.addEventListener('abort', subscribe(arrive))
  void ask()
  return () => controller.abort()
}

/** A field with the focus and a text was typed into, perhaps before this was loaded. */
function hasText(element: Element | null): boolean {
  return element instanceof HTMLElement && (element.isContentEditable || ('value' in element && element.value !== ''))
}
