import { BOOT_ELEMENT, type PageBoot } from '@aangan/contracts/page'

let site: PageBoot['site'] | undefined

/** The site's own settings, as the page states them. They last as long as the page. */
export function siteSettings(): PageBoot['site'] {
  site ??= readSite()
  return site
}

function readSite(): PageBoot['site'] {
  const element = document.getElementById(BOOT_ELEMENT)
  if (!element) throw new Error(`The page has no #${BOOT_ELEMENT} element. Serve it through the registry.`)
  return (JSON.parse(element.textContent) as PageBoot).site
}
