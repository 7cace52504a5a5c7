import { useNarrow } from '@aangan/design/tabs'
import { useRemote } from '@aangan/remote/context'
import { useCallback, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

const VALUES = ['mine', 'saved', 'messages', 'searches', 'devices'] as const

/** How long after opening the unread count may still switch to the messages. */
const SOON_MS = 5000

export type Tab = (typeof VALUES)[number]

/** The tab in the address. */
export function statedTab(search: string): Tab | undefined {
  const stated = new URLSearchParams(search).get('tab')
  return VALUES.find((value) => value === stated)
}

/** The selected tab from `?tab=`; by default messages if there are unread ones. */
export function useTab(): [Tab, (tab: Tab) => void] {
  const { navigate, unread } = useRemote()
  const isNarrow = useNarrow()
  const chosen = statedTab(useLocation().search)
  const [first, setFirst] = useState<Tab>('mine')
  const choose = useCallback((tab: Tab) => navigate(`?tab=${tab}`, { replace: true }), [navigate])
  const isOpen = isNarrow === true && chosen === undefined

  useLayoutEffect(() => {
    if (!isOpen) return
    setFirst('mine')
    const opened = performance.now()
    const control = new AbortController()
    // On a newly opened page the count arrives late. Do not switch once the reader has interacted.
    const counts = unread.count$.subscribe((count) => {
      if (count === 0 || control.signal.aborted || performance.now() - opened > SOON_MS) return
      // Immediately: the URL changes a frame later.
      setFirst('messages')
      choose('messages')
    })
    for (const act of ['pointerdown', 'keydown', 'scroll']) {
      window.addEventListener(act, () => control.abort(), { signal: control.signal, passive: true })
    }
    return () => {
      control.abort()
      counts.unsubscribe()
    }
  }, [isOpen, unread, choose])

  return [chosen ?? first, choose]
}
