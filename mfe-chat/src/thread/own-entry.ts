import { useEffect, useRef, useState } from 'react'

/** Which chat the current entry of the history is for, if it was made by one. Where routers keep what they are told. */
const chatOfEntry = (): string | undefined => window.history.state?.usr?.chat

/**
 * While a chat covers the page, the browser's Back closes it: an entry of the history is its own. When it is closed in
 * another way, that entry is gone back over.
 */
export function useOwnEntry(chat: string, isSheet: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  const hasEntry = useRef(false)

  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const { history } = window
    // With the name of the entry below: to the shell, which keeps the page's position by it, both are one place.
    const state = { ...history.state, usr: { chat } }
    if (chatOfEntry() !== undefined) history.replaceState(state, '')
    else if (isSheet) history.pushState({ ...state, idx: Number(state.idx ?? 0) + 1 }, '')
    hasEntry.current = chatOfEntry() !== undefined
  }, [chat, isSheet])

  useEffect(() => {
    const leave = ({ isTrusted }: PopStateEvent) => {
      // A link is followed with an event of single-spa's, and the chat goes with its page.
      if (isTrusted && hasEntry.current && chatOfEntry() === undefined) close.current()
    }
    window.addEventListener('popstate', leave)
    return () => {
      window.removeEventListener('popstate', leave)
      if (chatOfEntry() !== undefined) window.history.back()
    }
  }, [])
}

/** Which chat is open on a page: also the one whose entry the reader comes to, by Forward or back from elsewhere. */
export function useOpenChat(first: string | null) {
  const [openId, setOpenId] = useState(() => chatOfEntry() ?? first)
  useEffect(() => {
    const arrive = () => setOpenId((now) => chatOfEntry() ?? now)
    window.addEventListener('popstate', arrive)
    return () => window.removeEventListener('popstate', arrive)
  }, [])
  return [openId, setOpenId] as const
}
