import type { Page } from 'playwright-core'

/** A visitor's action by click or key, up to the state that shows its effect. */
export type Deed = [name: string, act: (page: Page) => Promise<unknown>]

const HOME: Deed[] = [
  ['change to rent', (page) => page.getByRole('radio', { name: 'Rent' }).check()],
  ['type a city', (page) => page.getByRole('combobox', { name: 'City' }).pressSequentially('pun')],
  ['choose it from the list', (page) => page.getByRole('option', { name: /Pune/ }).first().click()],
]

const LIST: Deed[] = [
  ['type a place', (page) => page.getByRole('combobox', { name: 'Location' }).pressSequentially('pun')],
  ['choose it from the list', (page) => page.getByRole('option', { name: /Pune/ }).first().click()],
  ['zoom the map in', (page) => page.getByRole('button', { name: 'Zoom in' }).click()],
  ['pan the map by keys', (page) => page.getByRole('group', { name: 'Map' }).press('ArrowRight')],
  ['search', (page) => page.getByRole('button', { name: 'Search', exact: true }).click()],
  ['remove a filter', (page) => page.getByRole('link', { name: 'Remove filter: Pune' }).click()],
  ['go to the next page', (page) => page.getByRole('link', { name: 'Next page' }).click()],
]

const LISTING: Deed[] = [
  ['open the pictures', (page) => page.getByRole('region', { name: 'Pictures' }).getByRole('button').first().click()],
  ['the next picture by key', (page) => page.keyboard.press('ArrowRight')],
  ['close them by key', (page) => page.keyboard.press('Escape')],
  ['open the report', (page) => page.getByRole('button', { name: 'Report this listing' }).click()],
  ['write in it', (page) => page.getByRole('textbox').first().pressSequentially('Sold last week')],
  ['close it by key', (page) => page.keyboard.press('Escape')],
]

/** By route; `{id}` stands for any listing. */
export const DEEDS: Record<string, Deed[]> = { '/': HOME, '/list': LIST, '/{id}': LISTING }
