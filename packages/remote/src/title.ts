import { useEffect } from 'react'
import { useSite } from './site.ts'

/** Sets the document title to '<title> · <site name>'; undefined leaves it unchanged. */
export function useTitle(title: string | undefined): void {
  const { name } = useSite()
  useEffect(() => {
    if (title === undefined) return
    const { pathname } = window.location
    const nameIt = () => {
      if (window.location.pathname === pathname) document.title = `${title} · ${name}`
    }
    nameIt()
    // After leaving and returning before the next page loads, this screen is still mounted but the shell changed the title.
    window.addEventListener('popstate', nameIt)
    return () => window.removeEventListener('popstate', nameIt)
  }, [title, name])
}
