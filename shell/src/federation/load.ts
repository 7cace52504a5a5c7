export interface Load {
  /** Settles with the first download that arrives; rejects when all of them have failed. */
  done: Promise<void>
  isPending(): boolean
  /** Begins a second download where the first has not arrived after so long; whichever comes first counts. */
  hasten(afterMs: number): void
}

/** Begins a download, and never throws one away that may still arrive: only one that failed is no more waited for. */
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
