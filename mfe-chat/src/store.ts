import type { RemoteContext } from '@aangan/web-kit/context'
import { createStore } from '@aangan/web-kit/store'

/** Nothing to remember yet: this remote calls nobody. */
export function makeStore(context: RemoteContext) {
  return createStore(context, { reducer: () => null })
}
