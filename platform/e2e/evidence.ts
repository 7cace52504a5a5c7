import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { TestRunner } from 'vitest'
import { ROOT } from '../bin/lib/root.js'

/** Emptied when a run begins. */
export const EVIDENCE = join(ROOT, '.cache', 'e2e')

export interface Evidence {
  /** Keeps what the open pages show, if the test that is running has failed; says so in its failure. */
  keep(problems: string[]): Promise<void>
}

/** Watches the requests of a visit, so that a failed test can be understood without running it again. */
export function watchForEvidence(context: BrowserContext): Evidence {
  const requests: string[] = []
  context.on('requestfailed', (request) =>
    requests.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  )
  context.on('response', (response) => {
    if (response.status() >= 400)
      requests.push(`${response.request().method()} ${response.url()}: ${response.status()}`)
  })
  return {
    async keep(problems) {
      const test = TestRunner.getCurrentTest()
      const [failure] = test?.result?.errors ?? []
      if (!test || (!failure && problems.length === 0)) return
      const folder = await freshFolder(
        join(EVIDENCE, slug(relative(join(ROOT, 'platform/e2e'), test.file.filepath)), slug(test.name)),
      )
      const addresses = await Promise.all(
        context.pages().map((page, index) => picture(page, join(folder, `page-${index + 1}.png`))),
      )
      const text = [...addresses, '', 'Problems:', ...problems, '', 'Failed requests:', ...requests, ''].join('\n')
      await writeFile(join(folder, 'page.txt'), text)
      const words = `The page, its address and its errors: ${relative(ROOT, folder)}/`
      if (failure) failure.message += `\n${words}`
      else problems.push(words)
    },
  }
}

/** A test may have several visitors. */
async function freshFolder(path: string, number = 1): Promise<string> {
  const folder = number === 1 ? path : `${path}-${number}`
  const made = await mkdir(folder, { recursive: true })
  return made === undefined ? freshFolder(path, number + 1) : folder
}

/** @returns the page's address */
async function picture(page: Page, path: string): Promise<string> {
  const address = page.url()
  try {
    await page.screenshot({ path, timeout: 5_000 })
    return `${relative(ROOT, path)}: ${address}`
  } catch (error) {
    // A page that hangs cannot be drawn: the rest is kept all the same.
    return `${address} could not be drawn: ${error}`
  }
}

function slug(text: string): string {
  return text
    .replace(/\.e2e\.test\.ts$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
}
