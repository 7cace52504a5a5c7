import { useEffect, useRef, useState } from 'react'

/** The chat of the current history entry. Routers keep their state in `usr`. */
const chatOfEntry = (): string | undefined => window.history.state?.usr?.chat

/** While a chat covers the page, it has its own history entry, so that Back closes it. Closing it otherwise goes back over the entry. */
export function useOwnEntry(chat: string, isSheet: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  const hasEntry = useRef(false)

  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const { history } = window
    // Keep the entry's key: the shell stores scroll positions by it, and both entries are the same page.
    const state = { ...history.state, usr: { chat } }
    if (chatOfEntry() !== undefined) history.replaceState(state, '')
    else if (isSheet) history.pushState({ ...state, idx: Number(state.idx ?? 0) + 1 }, '')
    hasEntry.current = chatOfEntry() !== undefined
  }, [chat, isSheet])

  useEffect(() => {
    const leave = ({ isTrusted }: PopStateEvent) => {
      // Untrusted popstate events come from single-spa when a link is followed; the chat unmounts with its page.
      if (isTrusted && hasEntry.current && chatOfEntry() === undefined) close.current()
    }
    window.addEventListener('popstate', leave)
    return () => {
      window.removeEventListener('popstate', leave)
      if (chatOfEntry() !== undefined) window.history.back()
    }
  }, [])
}

/** The open chat, also when Back or Forward reaches its history entry. */
export function useOpenChat(first: string | null) {
  const [openId, setOpenId] = useState(() => chatOfEntry() ?? first)
  useEffect(() => {
    const arrive = () => setOpenId((now) => chatOfEntry() ?? now)
    window.addEventListener('popstate', arrive)
    return () => window.removeEventListener('popstate', arrive)
  }, [])
  return [openId, setOpenId] as const
}
