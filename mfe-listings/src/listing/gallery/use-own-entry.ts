import { useEffect, useRef } from 'react'

/** The index of the picture in full screen, of the current history entry. Routers keep their state in `usr`. */
const pictureOfEntry = (): number | undefined => window.history.state?.usr?.picture

/** Full screen has its own history entry, so that Back closes it. Closing it otherwise goes back over the entry. */
export function useOwnEntry(picture: number, onClose: () => void): void {
  const first = useRef({ picture, onClose })

  useEffect(() => {
    const { history } = window
    const { picture, onClose } = first.current
    // Keep the entry's key: the shell stores scroll positions by it, and both entries are the same page.
    const { state } = history
    if (pictureOfEntry() === undefined)
      history.pushState({ ...state, usr: { ...state?.usr, picture }, idx: Number(state?.idx ?? 0) + 1 }, '')
    const leave = ({ isTrusted }: PopStateEvent) => {
      // Untrusted popstate events come from single-spa when a link is followed.
      if (isTrusted && pictureOfEntry() === undefined) onClose()
    }
    window.addEventListener('popstate', leave)
    return () => {
      window.removeEventListener('popstate', leave)
      if (pictureOfEntry() !== undefined) history.back()
    }
  }, [])
}
