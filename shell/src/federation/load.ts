export interface Load {
  /** Resolves with the first successful download; rejects once all have failed. */
  done: Promise<void>
  isPending(): boolean
  /** Starts a second download if the first is still pending after `afterMs`; the first to finish wins. */
  hasten(afterMs: number): void
}

/** Starts a download. Pending downloads are never cancelled. */
export function createLoad(download: () => Promise<void>): Load {
  let underWay = 0
  let isPending = true
  let isHastened = false
  let resolve: () => void
  let reject: (error: unknown) => void
  const done = new Promise<void>((...callbacks) => {
    ;[resolve, reject] = callbacks
  })

  function begin(): void {
    underWay += 1
    download().then(
      () => {
        isPending = false
        resolve()
      },
      (error: unknown) => {
        underWay -= 1
        if (underWay > 0) return
        isPending = false
        reject(error)
      },
    )
  }

  begin()
  return {
    done,
    isPending: () => isPending,
    hasten(afterMs) {
      if (isHastened || !isPending) return
      isHastened = true
      setTimeout(() => {
        isHastened = false
        if (isPending) begin()
      }, afterMs)
    },
  }
}
