import type { Page } from 'playwright-core'

export const PHONE = { width: 390, height: 844 }

export async function results(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor()
}

export async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** For example '20 homes in Pune'. */
export async function countShown(page: Page): Promise<string> {
  return (
    (await page
      .getByText(/^[\d,]+\+? homes?( in .*)?$/)
      .first()
      .textContent()) ?? ''
  )
}

export function cardTitles(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents()
}

/** In whole currency units. */
export async function pricesShown(page: Page): Promise<number[]> {
  const texts = await page.getByRole('article').getByText(/^\$ /).allTextContents()
  return texts.map((text) => Number(text.replace(/\D/g, '')))
}
