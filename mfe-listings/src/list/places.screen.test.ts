import { describePlaceField, place } from '@aangan/product/testing/place-field'
import { click, entered, fill, gone, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'
import { field, listNetwork } from './testing/list.ts'

describePlaceField({
  label: 'Location',
  open: (answers) => renderRemote('/list', { network: listNetwork(answers) }),
  searched: () => new URLSearchParams(location.search).get('city'),
})

afterEach(() => void vi.useRealTimers())

it('keeps the highlighted suggestion when new ones arrive, and ignores keys during IME composition', async () => {
  const names = (...places: string[]) => places.map((name) => place(name, 1))
  const screen = await renderRemote('/list', {
    network: listNetwork({
      '/posts/places?q=na': names('Nagpur', 'Nashik', 'Nanded', 'Navi Mumbai'),
      '/posts/places?q=nas': names('Nasirabad', 'Nashik', 'Nasrullaganj'),
    }),
  })
  const release = screen.network.hold('/posts/places?q=nas')
  const option = (name: string) => page.getByRole('option', { name })
  const reached = () => texts(page.getByRole('listbox').getByRole('option', { selected: true }))
  const activeId = () => field.location.element().getAttribute('aria-activedescendant')
  await fill(field.location, 'na')
  await shown(option('Nanded'))
  await shown(page.getByRole('status').getByText('4 suggestions'))
  await fill(field.location, 'nas')
  await gone(option('Nanded'))
  await press('ArrowDown')
  await until(reached).toEqual(['Nashik 1 home'])
  release()
  await shown(option('Nasirabad'))
  expect(reached()).toEqual(['Nashik 1 home'])
  expect(activeId()).toBe(option('Nashik').element().id)

  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    const composing = new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true })
    field.location.element().dispatchEvent(composing)
  }
  expect(reached()).toEqual(['Nashik 1 home'])
  expect(entered(field.location)).toBe('nas')

  // Moving the caret deselects the option.
  await press('Home')
  await until(reached).toEqual([])
  expect(activeId()).toBe(null)
  await press('ArrowUp')
  await until(reached).toEqual(['Nasrullaganj 1 home'])
  await press('Enter')
  await until(() => entered(field.location)).toBe('Nasrullaganj')
})

it('debounces typing, and caches responses', async () => {
  const screen = await renderRemote('/list', {
    network: listNetwork({ '/posts/places?q=': [place('Mumbai', 60)], '/posts/places?q=pun': [place('Pune', 20)] }),
  })
  const asked = () => screen.network.asked.filter((call) => call.startsWith('/posts/places'))
  await click(field.location)
  await shown(page.getByRole('listbox').getByRole('option').first())
  // Fake timers: no time passes between the keys, even on a slow machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const text of ['p', 'pu', 'pun']) {
    field.location.element().focus()
    Object.assign(field.location.element(), { selectionStart: 0 })
    document.execCommand('insertText', false, text)
  }
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await shown(page.getByRole('listbox').getByRole('option', { name: /^Pune/ }))
  await fill(field.location, '')
  await shown(page.getByRole('option', { name: /^Mumbai/ }))
  await fill(field.location, 'Pun ')
  await shown(page.getByRole('option', { name: /^Pune/ }))
  expect(asked()).toEqual(['/posts/places?q=', '/posts/places?q=pun'])
})

it('aborts a stale request', async () => {
  const screen = await renderRemote('/list', {
    network: listNetwork({ '/posts/places?q=mum': [place('Mumbai', 60)] }),
  })
  screen.network.hold('/posts/places?q=pun')
  await fill(field.location, 'pun')
  await until(() => screen.network.asked).toContain('/posts/places?q=pun')
  await fill(field.location, 'mum')
  await until(() => screen.network.takenBack).toContain('/posts/places?q=pun')
  await shown(page.getByRole('option', { name: /^Mumbai/ }))
})
