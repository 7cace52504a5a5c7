import type { PageBoot } from '@aangan/contracts/page'
import type { MountedOffer } from '@aangan/contracts/remotes'
import { type RemoteContext, RemoteProvider } from '@aangan/web-kit/context'
import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { Skeleton } from '@aangan/web-kit/ui/skeleton'
import { createRoot } from 'react-dom/client'
import type { Remotes } from '../federation/remotes.ts'
import * as s from './offers.module.css'
import { Slot } from './slot.tsx'

export type MountOffer = RemoteContext['mount']

interface OfferParts {
  boot: PageBoot
  remotes: Remotes
  contextOf: (name: string) => RemoteContext
}

/** Shows one remote's offer inside another remote, with the same care as a page: `context.mount` of every remote. */
export function mountOffer({ boot, remotes, contextOf }: OfferParts, ...args: Parameters<MountOffer>): MountedOffer {
  const [offer, element, initialProps] = args
  const [name = '', offered = ''] = offer.split('/')
  const module = boot.remotes[name]?.offers[offered]
  const context = contextOf(name)
  const root = createRoot(element)

  const load = async (retry: boolean) => {
    if (!module) throw new Error(`Nobody offers '${offer}'.`)
    if (retry) remotes.reset(name)
    return remotes.load(name, module)
  }
  const render = (props: Record<string, unknown>) =>
    root.render(
      <RemoteProvider value={context}>
        <Slot
          load={load}
          context={context}
          extra={{ offerProps: props }}
          deadlineMs={boot.shell.deadlineMs}
          waiting={<Skeleton className={s.waiting} />}
          failed={(_error, retry) => <ErrorState title="This part could not be loaded." onRetry={retry} />}
        />
      </RemoteProvider>,
    )
  render(initialProps)
  return {
    update: render,
    // Not at once: the asking remote may be in the midst of rendering, when React unmounts no other root.
    unmount: async () => {
      await Promise.resolve()
      root.unmount()
    },
  }
}
