import type { Place } from '@aangan/contracts/posts'
import { type Answers, type Network, unreachable } from '@aangan/remote/testing/network'
import { click, entered, fill, gone, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

interface PlaceFieldParts {
  label: string
  /** Renders the screen with the field; `answers` are its suggestion requests. */
  open: (answers: Answers) => Promise<{ network: Network }>
  /** The place the screen searched for; null before it did. */
  searched: () => string | null
}

export function place(name: string, count: number, alias: string | null = null): Place {
  const [first = '', city] = name.split(', ')
  return { place: name, city: city ?? first, locality: city ? first : null, count, alias }
}

/** Shared tests for the place field of any screen. */
export function describePlaceField({ label, open, searched }: PlaceFieldParts): void {
  const field = page.getByRole('combobox', { name: label })
  const option = (name: string | RegExp) => page.getByRole('listbox').getByRole('option', { name })
  const answers: Answers = {
    '/posts/places?q=': [place('Mumbai', 60), place('Pune', 20), place('Karjat', 1)],
    '/posts/places?q=koth': [place('Kothrud, Pune', 4)],
    '/posts/places?q=poona': [place('Pune', 20, 'Poona')],
    '/posts/places?q=mum': [place('Mumbai', 60)],
    '/posts/places': [],
  }

  describe('the place field', () => {
    it('shows the suggestions of the site, each with its number of homes', async () => {
      await open(answers)
      await click(field)
      await shown(option(/^Mumbai/))
      expect(texts(page.getByRole('listbox').getByRole('option'))).toEqual([
        'Mumbai 60 homes',
        'Pune 20 homes',
        'Karjat 1 home',
      ])
    })

    it('requests a part of a name in any case, and takes the chosen suggestion', async () => {
      await open(answers)
      await fill(field, '  KOTH')
      await click(option('Kothrud, Pune 4 homes'))
      expect(entered(field)).toBe('Kothrud, Pune')
      await gone(page.getByRole('listbox'))
      await click(page.getByRole('button', { name: 'Search', exact: true }))
      expect(searched()).toBe('Kothrud, Pune')
    })

    it('shows the other name by which it found a city', async () => {
      await open(answers)
      await fill(field, 'Poona')
      await shown(option(/^Poona → Pune 20 homes$/))
    })

    it('works with the keyboard alone', async () => {
      await open(answers)
      await fill(field, 'Mum')
      const first = await shown(option(/^Mumbai/))
      expect(field.element().getAttribute('aria-expanded')).toBe('true')
      await press('ArrowDown')
      expect(field.element().getAttribute('aria-activedescendant')).toBe(first.id)
      expect(first.getAttribute('aria-selected')).toBe('true')
      await press('Enter')
      await until(() => entered(field)).toBe('Mumbai')
      await press('ArrowDown')
      await press('Escape')
      await gone(page.getByRole('listbox'))
      await press('Enter')
      await until(searched).toBe('Mumbai')
    })

    it('also searches for text that is not a suggestion', async () => {
      await open(answers)
      await fill(field, ' benGALuru ')
      await press('Enter')
      await until(searched).toBe('benGALuru')
    })

    it('works as a plain field without suggestions', async () => {
      const { network } = await open({ '/posts/places': unreachable })
      await fill(field, 'Pune')
      await until(() => network.asked).toContain('/posts/places?q=pune')
      await press('Enter')
      await until(searched).toBe('Pune')
    })
  })
}
