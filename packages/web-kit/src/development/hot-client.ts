/* Runs in the page of `npm run dev`, once in every bundle: takes in what has been compiled since. */

declare const __PART__: string
declare const __webpack_hash__: string

declare global {
  /** The one connection on which all bundles of a page listen. */
  var __aanganChanges: EventSource | undefined
  interface ImportMeta {
    webpackHot: { check(apply: boolean): Promise<string[] | null> }
  }
}

interface Change {
  hash: string
  errors: string[]
}

globalThis.__aanganChanges ??= new EventSource('/dev/changes')
globalThis.__aanganChanges.addEventListener(__PART__, (event: MessageEvent<string>) => {
  void takeIn(JSON.parse(event.data) as Change)
})

async function takeIn({ hash, errors }: Change): Promise<void> {
  // biome-ignore lint/suspicious/noConsole: the developer reads it there.
  for (const error of errors) console.error(`${__PART__} does not compile:\n${error}`)
  if (errors.length > 0 || hash === __webpack_hash__) return
  try {
    const updated = await import.meta.webpackHot.check(true)
    // Null where there is nothing to take in: the server was started again, for instance.
    if (!updated) window.location.reload()
  } catch {
    // A module that nobody can replace in place: the page starts over.
    window.location.reload()
  }
}
