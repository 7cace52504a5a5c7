import { useEffect } from 'react'
import { useSite } from './site.ts'

/** Names the page in the browser's tab and history: '<title> · <name of the site>'. Undefined leaves it as it is. */
export function useTitle(title: string | undefined): void {
  const { name } = useSite()
  useEffect(() => {
    if (title === undefined) return
    const { pathname } = window.location
    const nameIt = () => {
      if (window.location.pathname === pathname) document.title = `${title} · ${name}`
    }
    nameIt()
    // Who leaves and comes back before the next page has come never left this screen, but the shell has renamed it.
    window.addEventListener('popstate', nameIt)
    return () => window.removeEventListener('popstate', nameIt)
  }, [title, name])
}
