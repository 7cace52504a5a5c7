/* Runs first in development: one shared hook through which every bundle's React Refresh reaches React. */

type Resolve = (type: unknown) => unknown

interface Renderer {
  setRefreshHandler?: (resolve: Resolve | null) => void
}

declare global {
  var __REACT_DEVTOOLS_GLOBAL_HOOK__: unknown
}

/**
 * Every bundle has its own React Refresh runtime. The default hook reports React's renderer only to the runtime that
 * created it; this one also reports it to later ones. React accepts one resolver, so this one tries all of them.
 */
function createHook() {
  const renderers = new Map<number, Renderer>()
  return {
    renderers,
    supportsFiber: true,
    inject(renderer: Renderer): number {
      shareHandler(renderer)
      const id = renderers.size + 1
      renderers.set(id, renderer)
      return id
    },
    onScheduleFiberRoot() {},
    onCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  }
}

function shareHandler(renderer: Renderer): void {
  const { setRefreshHandler } = renderer
  const resolvers = new Set<Resolve>()
  renderer.setRefreshHandler = (resolve) => {
    if (resolve) resolvers.add(resolve)
    setRefreshHandler?.((type) => firstDefined(resolvers, type))
  }
}

function firstDefined(resolvers: Iterable<Resolve>, type: unknown): unknown {
  for (const resolve of resolvers) {
    const family = resolve(type)
    if (family !== undefined) return family
  }
  return undefined
}

globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= createHook()

export {}
