import type { MountedOffer } from '@aangan/contracts/remotes'
import type { Slots } from '@aangan/contracts/slots'
import { useEffect, useRef } from 'react'
import { shallowEqual } from 'react-redux'
import { useRemote } from './context.tsx'
import * as s from './offer.module.css'

interface OfferProps<Slot extends keyof Slots> {
  slot: Slot
  /** Compared shallowly; a change updates the mounted offer. */
  props: Slots[Slot]
  className?: string
}

/** Shows another remote's offer for a slot; the shell adds timeout, fallback and retry. Empty if no remote offers one. */
export function Offer<Slot extends keyof Slots>({ slot, props, className }: OfferProps<Slot>) {
  const { mount } = useRemote()
  const element = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedOffer<Slots[Slot]>>(null)
  const latest = useRef(props)

  useEffect(() => {
    if (shallowEqual(latest.current, props)) return
    latest.current = props
    mounted.current?.update(props)
  })

  useEffect(() => {
    if (!element.current) return
    const offer = mount(slot, element.current, latest.current)
    mounted.current = offer
    return () => {
      mounted.current = null
      void offer.unmount()
    }
  }, [mount, slot])

  return <div ref={element} className={className ? `${s.offer} ${className}` : s.offer} />
}
