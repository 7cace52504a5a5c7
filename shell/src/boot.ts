import { BOOT_ELEMENT, type PageBoot } from '@aangan/contracts/page'

/**
 * Reads the data embedded in the page. The Back button restores a page as it was first served, with a session that may
 * have changed since, so its session is unknown. Throws without data, as the registry embeds it in every page.
 */
export function readBoot(): PageBoot {
  const text = document.getElementById(BOOT_ELEMENT)?.textContent
  if (!text) throw new Error(`The page has no #${BOOT_ELEMENT} element. Serve it through the registry.`)
  const boot = JSON.parse(text) as PageBoot
  return isRestored() ? { ...boot, session: { status: 'unknown' } } : boot
}

function isRestored(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'back_forward'
}
