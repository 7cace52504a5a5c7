import { rm } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../bin/lib/launch.js'
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts'
import { EVIDENCE } from './evidence.ts'
import { serveSharedSites } from './shared-sites.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Endpoint of the shared browser; missing without Chromium. */
    browserUrl: string | undefined
    /** Where files ask for a shared site; missing without Chromium. */
    sitesUrl: string | undefined
  }
}

/** Builds the current sources, however the run was started. Starts one browser for all files, and serves their sites. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  await ensureBuilt()
  await rm(EVIDENCE, { recursive: true, force: true })
  const found = findChromium()
  if (!('value' in found)) return undefined
  const browser = await chromium.launchServer({ executablePath: found.value, args: CHROMIUM_FLAGS })
  const sites = await serveSharedSites()
  provide('browserUrl', browser.wsEndpoint())
  provide('sitesUrl', sites.url)
  return async () => {
    await browser.close()
    await sites.stop()
  }
}
