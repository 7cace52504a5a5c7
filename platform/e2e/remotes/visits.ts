import type { ReleaseDraft } from '@aangan/registry/testing/releases'
import type { Page } from 'playwright-core'
import { useBrowser, useStarted } from '../browser.ts'
import { openVisitor } from '../visitor.ts'
import { startRemotesSite } from './site.ts'

interface RemotesSiteOptions {
  /** Remotes that a test makes up. */
  drafts?: ReleaseDraft[]
  /** Remotes of ours. */
  folders?: string[]
  /** People with a profile: id to username. */
  people?: Record<string, string>
}

/** The site of `startRemotesSite`, for all tests of a file. Call it first there. */
export function useRemotesSite({ drafts = [], folders = [], people = {} }: RemotesSiteOptions) {
  const browser = useBrowser()
  const started = useStarted(
    async () => {
      const site = await startRemotesSite(drafts, folders)
      for (const [id, username] of Object.entries(people)) await site.addUser(id, username)
      return site
    },
    (site) => site.stop(),
  )
  return {
    url: () => started().url,
    addUser: (id: string, username: string) => started().addUser(id, username),
    signIn: (id: string) => started().signIn(id),
    visitor: () => openVisitor(browser(), started().url),
  }
}

/** Goes on inside the page, as a link would. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}
