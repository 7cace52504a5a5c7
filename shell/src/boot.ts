import { BOOT_ELEMENT, type PageBoot } from '@aangan/contracts/page'

/** Reads the data embedded in the page. Throws if there is none, as the registry embeds it in every page. */
export function readBoot(): PageBoot {
  const text = document.getElementById(BOOT_ELEMENT)?.textContent
  if (!text) throw new Error(`The page has no #${BOOT_ELEMENT} element. Serve it through the registry.`)
  return JSON.parse(text) as PageBoot
}
