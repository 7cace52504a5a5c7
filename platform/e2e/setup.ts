import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../bin/lib/launch.js'
import { EVIDENCE } from './evidence.ts'
import { serveSharedSites } from './shared-sites.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where files ask for a shared site. */
    sitesUrl: string
  }
}

/** Builds the current sources, however the run was started, and serves the sites that files share. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt()
  await rm(EVIDENCE, { recursive: true, force: true })
  const sites = await serveSharedSites()
  provide('sitesUrl', sites.url)
  return () => sites.stop()
}
