import { rm } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../bin/lib/launch.js'
import { startSiteProcess, testFolder } from '../src/testing/site-process.ts'
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts'
import { EVIDENCE } from './evidence.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Endpoint of the shared browser; missing without Chromium. */
    browserUrl: string | undefined
    /** The read-only shared site; missing without Chromium. */
    siteUrl: string | undefined
  }
}

/**
 * Builds the current sources, however the run was started. Starts one browser for all files, and one site for all files
 * that only read.
 */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  await ensureBuilt()
  await rm(EVIDENCE, { recursive: true, force: true })
  const found = findChromium()
  if (!('value' in found)) return undefined
  const folder = await testFolder()
  const starting = [
    chromium.launchServer({ executablePath: found.value, args: CHROMIUM_FLAGS }),
    startSiteProcess({ DATA_DIR: folder.dataDir, TMPDIR: folder.tmp, RATE_LIMIT: '1000000' }),
  ] as const
  const [browser, site] = await Promise.all(starting).catch(async (error: unknown) => {
    const [browser, site] = await Promise.allSettled(starting)
    if (browser.status === 'fulfilled') await browser.value.close()
    if (site.status === 'fulfilled') await site.value.stop()
    await folder.remove()
    throw error
  })
  provide('browserUrl', browser.wsEndpoint())
  provide('siteUrl', site.url)
  return async () => {
    await browser.close()
    const code = await site.stop()
    await folder.remove()
    if (code !== 0) throw new Error(`The shared test site exited with code ${code}: ${site.output.stderr}`)
  }
}
