import { BOOT_ELEMENT, type PageBoot } from '@aangan/contracts/page'

/** What the page says before any script runs. Throws where it says nothing: no page of ours is without it. */
export function readBoot(): PageBoot {
  const text = document.getElementById(BOOT_ELEMENT)?.textContent
  if (!text) throw new Error(`The page has no #${BOOT_ELEMENT} element.`)
  return JSON.parse(text) as PageBoot
}
