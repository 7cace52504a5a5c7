import { BOOT_ELEMENT, type PageBoot } from '@aangan/contracts/page'
import { createContext, use } from 'react'

type SiteSettings = PageBoot['site']

export const isServer = typeof document === 'undefined'

const Site = createContext<SiteSettings | null>(null)

/** For server rendering, where there is no page to read the settings from. */
export const SiteProvider = Site.Provider

/** Provided settings, or else those embedded in the page, which are read once. */
export function useSite(): SiteSettings {
  return use(Site) ?? servedBoot().site
}

/** By their element. */
const read = new WeakMap<Element, PageBoot>()

/** What the page was served with, whatever has changed since. */
export function servedBoot(): PageBoot {
  const element = document.getElementById(BOOT_ELEMENT)
  if (!element) throw new Error(`The page has no #${BOOT_ELEMENT} element. Serve it through the registry.`)
  const boot = read.get(element) ?? (JSON.parse(element.textContent) as PageBoot)
  read.set(element, boot)
  return boot
}
