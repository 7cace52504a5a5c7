/** Number of latest results that are judged, and how many of them are needed for it. */
const REMEMBERED = 8
const ENOUGH = 4
/** How long the server may take for its first answer. */
const PATIENCE_MS = 5000
/** Wait before a failed tile is requested again; doubles up to the longest. */
const RETRY_MS = 5000
const LONGEST_RETRY_MS = 60_000

interface TileWatchOptions {
  /** Whether tiles are missing altogether, not only a few of them. Called on change. */
  onMissing: (areMissing: boolean) => void
  /** Requests a tile that has failed; resolves to whether it arrived. */
  probe: (url: string) => Promise<boolean>
  /** Requests the tiles in view again. */
  reload: () => void
}

export interface TileWatch {
  started(): void
  loaded(): void
  failed(url: string): void
  /** Retries now instead of waiting. */
  retry(): void
  dispose(): void
}

/**
 * Judges from the last results whether the tile server can be reached. It takes several failures without any success to
 * lose the tiles, and as many successes as failures to have them back, so that single failures change nothing. Probes with
 * one failed tile, and reloads all once it arrives.
 */
export function watchTiles({ onMissing, probe, reload }: TileWatchOptions): TileWatch {
  let results: boolean[] = []
  let areMissing = false
  let failedUrl: string | null = null
  let delay = RETRY_MS
  let patience: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let isDisposed = false

  function say(now: boolean): void {
    if (now === areMissing) return
    areMissing = now
    onMissing(now)
  }

  function note(isLoaded: boolean): void {
    clearTimeout(patience)
    patience = undefined
    results = [...results, isLoaded].slice(-REMEMBERED)
    const loaded = results.filter(Boolean).length
    if (loaded === 0 && results.length >= ENOUGH) say(true)
    else if (loaded * 2 >= results.length) say(false)
  }

  async function retry(): Promise<void> {
    const url = failedUrl
    if (url === null) return
    const isThere = await probe(url)
    if (isDisposed) return
    if (!isThere) return schedule()
    failedUrl = null
    clearTimeout(retrying)
    retrying = undefined
    reload()
  }

  function schedule(): void {
    clearTimeout(retrying)
    retrying = setTimeout(() => void retry(), delay)
    delay = Math.min(delay * 2, LONGEST_RETRY_MS)
  }

  return {
    started() {
      patience ??= setTimeout(() => {
        patience = undefined
        say(true)
      }, PATIENCE_MS)
    },
    loaded: () => note(true),
    failed(url) {
      failedUrl = url
      if (retrying === undefined) schedule()
      note(false)
    },
    retry: () => void retry(),
    dispose() {
      isDisposed = true
      clearTimeout(patience)
      clearTimeout(retrying)
    },
  }
}
