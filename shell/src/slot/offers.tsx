import type { PageBoot } from '@aangan/contracts/page'
import type { MountedOffer } from '@aangan/contracts/remotes'
import type { Slots } from '@aangan/contracts/slots'
import { type RemoteContext, RemoteProvider } from '@aangan/web-kit/context'
import { CodeFailed } from '@aangan/web-kit/ui/code-failed'
import { Skeleton } from '@aangan/web-kit/ui/skeleton'
import { useRemedy } from '@aangan/web-kit/use-remedy'
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

/** Mounts another remote's offer for a slot: `context.mount` of every remote. Renders nothing if no remote offers one. */
export function mountOffer<Name extends keyof Slots>(
  parts: OfferParts,
  ...[slot, element, initialProps]: [Name, HTMLElement, Slots[Name]]
): MountedOffer<Slots[Name]> {
  const offer = findOffer(parts.boot.remotes, slot)
  if (!offer) return { update() {}, unmount: async () => {} }
  const { boot, remotes, contextOf } = parts
  const context = contextOf(offer.remote)
  const root = createRoot(element)

  const load = async (retry: boolean) => {
    if (retry) remotes.reset(offer.remote)
    return remotes.load(offer.remote, offer.module)
  }
  const render = (props: Slots[Name]) =>
    root.render(
      <RemoteProvider value={context}>
        <Slot
          part={offer.remote}
          load={load}
          context={context}
          extra={{ offerProps: props }}
          deadlineMs={boot.shell.deadlineMs}
          waiting={<Skeleton className={s.waiting} />}
          failed={(error, retry) => <Failed {...{ error, retry }} entry={boot.remotes[offer.remote]?.entry} />}
        />
      </RemoteProvider>,
    )
  render(initialProps)
  return {
    update: render,
    // Deferred: React cannot unmount a root synchronously while another one renders.
    unmount: async () => {
      await Promise.resolve()
      root.unmount()
    },
  }
}

interface FailedProps {
  error: unknown
  entry: string | undefined
  retry: () => void
}

function Failed({ error, entry, retry }: FailedProps) {
  return <CodeFailed title="This part could not be loaded" remedy={useRemedy(error, entry)} onRetry={retry} />
}

/** The first remote, in the page's order, that offers something for the slot. */
function findOffer(remotes: PageBoot['remotes'], slot: string): { remote: string; module: string } | null {
  for (const [remote, { offers }] of Object.entries(remotes)) {
    const offer = Object.values(offers).find((candidate) => candidate.slot === slot)
    if (offer) return { remote, module: offer.module }
  }
  return null
}
