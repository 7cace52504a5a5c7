import { BOOT_ELEMENT, type PageBoot } from '@aangan/contracts/page'
import { createContext, use } from 'react'

type SiteSettings = PageBoot['site']

const Site = createContext<SiteSettings | null>(null)

/** States the settings to a tree that is rendered where there is no page to read them from: on a server. */
export const SiteProvider = Site.Provider

/** The site's own settings: as they are provided, else as the page states them. The latter last as long as the page. */
export function useSite(): SiteSettings {
  return use(Site) ?? readSite()
}

let read: SiteSettings | undefined

function readSite(): SiteSettings {
  if (read) return read
  const element = document.getElementById(BOOT_ELEMENT)
  if (!element) throw new Error(`The page has no #${BOOT_ELEMENT} element. Serve it through the registry.`)
  read = (JSON.parse(element.textContent) as PageBoot).site
  return read
}
