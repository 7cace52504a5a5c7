import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { TestRunner } from 'vitest'
import { ROOT } from '../bin/lib/root.js'

/** Emptied at the start of a run. */
export const EVIDENCE = join(ROOT, '.cache', 'e2e')

export interface Evidence {
  /** Saves the open pages if the running test has failed, and adds the folder to its error. */
  keep(problems: string[]): Promise<void>
}

/** Records requests, so that a failed test can be diagnosed without a rerun. */
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

async function freshFolder(path: string, number = 1): Promise<string> {
  const folder = number === 1 ? path : `${path}-${number}`
  const made = await mkdir(folder, { recursive: true })
  return made === undefined ? freshFolder(path, number + 1) : folder
}

async function picture(page: Page, path: string): Promise<string> {
  const address = page.url()
  try {
    await page.screenshot({ path, timeout: 5_000 })
    return `${relative(ROOT, path)}: ${address}`
  } catch (error) {
    // A hanging page cannot be captured; the rest is still saved.
    return `${address} (no screenshot: ${error})`
  }
}

function slug(text: string): string {
  return text
    .replace(/\.e2e\.test\.ts$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
}
