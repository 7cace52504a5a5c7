import { useEffect } from 'react'
import { siteSettings } from './site.ts'

/** Names the page in the browser's tab and history: '<title> · <name of the site>'. Undefined leaves it as it is. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${siteSettings().name}`
  }, [title])
}
