import type { PageBoot } from '@aangan/contracts/page'
import type { MountedOffer, OfferProps, RemoteRelease } from '@aangan/contracts/remotes'
import type { Slots } from '@aangan/contracts/slots'
import { CodeFailed } from '@aangan/design/code-failed'
import { Skeleton } from '@aangan/design/skeleton'
import { type RemoteContext, RemoteProvider } from '@aangan/remote/context'
import { useRemedy } from '@aangan/remote/use-remedy'
import { createRoot } from 'react-dom/client'
import type { ContextOf } from '../context-of.ts'
import type { Again, Remotes } from '../federation/remotes.ts'
import * as s from './offers.module.css'
import { Slot } from './slot.tsx'

export type MountOffer = RemoteContext['mount']

interface OfferParts {
  boot: PageBoot
  remotes: Remotes
  contextOf: ContextOf
}

/**
 * Mounts another remote's offer for a slot: `context.mount` of every remote. Renders nothing while no remote of the page
 * offers one.
 */
export function mountOffer<Name extends keyof Slots>(
  parts: OfferParts,
  ...[slot, element, initialProps]: [Name, HTMLElement, Slots[Name]]
): MountedOffer<Slots[Name]> {
  const { remotes } = parts
  const root = createRoot(element)
  let latest = initialProps
  let filling = findFilling(parts, slot)
  const render = () => root.render(filling && <Filled {...parts} filling={filling} offerProps={latest} />)
  const unsubscribe = remotes.subscribe(() => {
    const next = findFilling(parts, slot)
    if (next?.release === filling?.release) return
    filling = next
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

interface Filling {
  remote: string
  module: string
  release: RemoteRelease
  context: RemoteContext
}

interface FilledProps extends OfferParts, OfferProps<object> {
  filling: Filling
}

function Filled({ filling, offerProps, boot, remotes }: FilledProps) {
  const { remote, module, release, context } = filling
  const load = async (again: Again | null) => {
    if (again) remotes.reset(remote, release, again)
    return remotes.load(remote, release, module)
  }
  return (
    <RemoteProvider value={context}>
      <Slot
        key={`${remote}@${release.version}`}
        part={remote}
        replace={() => remotes.replace(remote, release.version)}
        deadlineMs={boot.shell.deadlineMs}
        waiting={<Skeleton className={s.waiting} />}
        failed={(error, retry) => <Failed {...{ error, retry }} entry={release.entry} />}
        extra={{ offerProps } satisfies OfferProps<object>}
        {...{ load, context }}
      />
    </RemoteProvider>
  )
}

interface FailedProps {
  error: unknown
  entry: string
  retry: () => void
}

function Failed({ error, entry, retry }: FailedProps) {
  return (
    <CodeFailed title="This part of the page could not be loaded" remedy={useRemedy(error, entry)} onRetry={retry} />
  )
}

/** Of the first remote, in the page's order, that offers something for the slot. */
function findFilling({ boot, contextOf }: OfferParts, slot: string): Filling | null {
  for (const [remote, release] of Object.entries(boot.remotes)) {
    const offer = Object.values(release.offers).find((candidate) => candidate.slot === slot)
    if (offer) return { remote, module: offer.module, release, context: contextOf(remote, release.version) }
  }
  return null
}
