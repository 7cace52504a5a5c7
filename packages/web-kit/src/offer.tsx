import type { MountedOffer } from '@aangan/contracts/remotes'
import { useEffect, useRef } from 'react'
import { useRemote } from './context.tsx'

interface OfferProps {
  /** `<remote>/<offer>`, as the other remote's manifest names it. */
  name: string
  props: Record<string, unknown>
  className?: string
}

/** Shows what another remote offers, in a place that the shell guards: with a deadline, a fallback and a retry. */
export function Offer({ name, props, className }: OfferProps) {
  const { mount } = useRemote()
  const element = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedOffer>(null)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    if (!element.current) return
    const offer = mount(name, element.current, latest.current)
    mounted.current = offer
    return () => {
      mounted.current = null
      void offer.unmount()
    }
  }, [mount, name])

  useEffect(() => mounted.current?.update(props), [props])

  return <div ref={element} className={className} />
}
