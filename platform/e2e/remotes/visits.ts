import type { PageBoot } from '@aangan/contracts/page'
import type { ReleaseDraft } from '@aangan/registry/testing/releases'
import type { Page } from 'playwright-core'
import { useBrowser, useStarted } from '../browser.ts'
import { openVisitor } from '../visitor.ts'
import { type RemotesSite, startRemotesSite } from './site.ts'

interface RemotesSiteOptions {
  /** Fixture remotes. */
  drafts?: ReleaseDraft[]
  /** Folders of our remotes. */
  folders?: string[]
  /** Profiles: id to username. */
  people?: Record<string, string>
}

/** Shares one `startRemotesSite` between the tests of a file. Call it first. */
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
    folders: () => started().folders,
    addUser: (id: string, username: string) => started().addUser(id, username),
    signIn: (id: string) => started().signIn(id),
    publishBuild: (from: string) => started().publishBuild(from),
    publish: (...args: Parameters<RemotesSite['publish']>) => started().publish(...args),
    stopRegistry: () => started().stopRegistry(),
    visitor: () => openVisitor(browser(), started().url),
  }
}

/** Navigates within the page, as a link would. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

/** What the open page was started with. */
export async function bootOf(page: Page): Promise<PageBoot> {
  return JSON.parse((await page.locator('#boot').textContent()) ?? 'null')
}
