import type { PageBoot } from '@aangan/contracts/page'
import type { MountedOffer } from '@aangan/contracts/remotes'
import type { Slots } from '@aangan/contracts/slots'
import { CodeFailed } from '@aangan/design/code-failed'
import { Skeleton } from '@aangan/design/skeleton'
import { type RemoteContext, RemoteProvider } from '@aangan/remote/context'
import { useRemedy } from '@aangan/remote/use-remedy'
import { createRoot } from 'react-dom/client'
import type { ContextOf } from '../context-of.ts'
import type { Remotes } from '../federation/remotes.ts'
import * as s from './offers.module.css'
import { Slot } from './slot.tsx'

export type MountOffer = RemoteContext['mount']

interface OfferParts {
  boot: PageBoot
  remotes: Remotes
  contextOf: ContextOf
}

/** Mounts another remote's offer for a slot: `context.mount` of every remote. Renders nothing if no remote offers one. */
export function mountOffer<Name extends keyof Slots>(
  parts: OfferParts,
  ...[slot, element, initialProps]: [Name, HTMLElement, Slots[Name]]
): MountedOffer<Slots[Name]> {
  const offer = findOffer(parts.boot.remotes, slot)
  if (!offer) return { update() {}, unmount: async () => {} }
  const { boot, remotes, contextOf } = parts
  const root = createRoot(element)
  let latest = initialProps

  const load = async (retry: boolean) => {
    if (retry) remotes.reset(offer.remote)
    return remotes.load(offer.remote, offer.module)
  }
  let release = boot.remotes[offer.remote]
  let context = contextOf(offer.remote, release?.version)
  const render = () => {
    const entry = release?.entry
    root.render(
      <RemoteProvider value={context}>
        <Slot
          key={release?.version}
          part={offer.remote}
          load={load}
          context={context}
          replace={() => remotes.replace(offer.remote)}
          extra={{ offerProps: latest }}
          deadlineMs={boot.shell.deadlineMs}
          waiting={<Skeleton className={s.waiting} />}
          failed={(error, retry) => <Failed {...{ error, retry }} entry={entry} />}
        />
      </RemoteProvider>,
    )
  }
  const unsubscribe = remotes.subscribe(() => {
    const taken = boot.remotes[offer.remote]
    if (taken === release) return
    release = taken
    context = contextOf(offer.remote, taken?.version)
    render()
  })
  render()
  return {
    update(props) {
      latest = props
      render()
    },
    // Deferred: React cannot unmount a root synchronously while another one renders.
    unmount: async () => {
      unsubscribe()
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
