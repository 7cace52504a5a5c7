import { openTestContext } from '@aangan/remote/testing/context'
import { openRoot } from '@aangan/remote/testing/open-root'
import { hasFocus, shown } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import type { ParcelConfigObject } from 'single-spa'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Slot } from './slot.tsx'

/** As a remote does in its first effect. */
const REMOTE = {
  bootstrap: async () => {},
  mount: async ({ domElement }: { domElement: HTMLElement }) => {
    const field = document.createElement('input')
    field.setAttribute('aria-label', 'Password')
    domElement.append(field)
    field.focus()
  },
  unmount: async () => {},
} as unknown as ParcelConfigObject

it.each([
  ['the placeholder', 20_000, 'Wait for it'],
  ['the fallback of the deadline', 1, 'It is late'],
])('lets a module take the focus while mounting, which replaces %s', async (_what, deadlineMs, before) => {
  let arrive: (module: ParcelConfigObject) => void = () => undefined
  const module = new Promise<ParcelConfigObject>((resolve) => {
    arrive = resolve
  })
  const { root } = openRoot()
  const slot = createElement(Slot, {
    part: 'mfe-first',
    load: () => module,
    context: { ...openTestContext().context, report() {} },
    replace: async () => false,
    deadlineMs,
    waiting: createElement('p', null, 'Wait for it'),
    failed: () => createElement('p', null, 'It is late'),
  })
  root.render(slot)
  await shown(page.getByText(before))
  arrive(REMOTE)
  const field = page.getByLabelText('Password')
  await shown(field)
  expect(hasFocus(field)).toBe(true)
  expect(page.getByText(before).query()?.checkVisibility() ?? false).toBe(false)
})

it('says so when a screen hangs to which somebody has gone while the module was still loading', async () => {
  let arrive: (module: ParcelConfigObject) => void = () => undefined
  const module = new Promise<ParcelConfigObject>((resolve) => {
    arrive = resolve
  })
  const asked: string[] = []
  const { root } = openRoot()
  const context = { ...openTestContext().context, report() {} }
  const at = (address: string, load: () => Promise<ParcelConfigObject>, deadlineMs: number) =>
    createElement(Slot, {
      part: 'mfe-first',
      load: () => {
        asked.push(address)
        return load()
      },
      context,
      replace: async () => false,
      address,
      deadlineMs,
      waiting: createElement('p', null, 'Wait for it'),
      failed: () => createElement('p', null, 'It is late'),
    })
  root.render(at('/homes', () => module, 20_000))
  await shown(page.getByText('Wait for it'))
  root.render(at('/homes/more', () => new Promise(() => undefined), 1_000))
  arrive(REMOTE)
  await shown(page.getByText('It is late'))
  expect(asked).toEqual(['/homes', '/homes/more'])
})

it.each([
  ['after its deadline', 1],
  ['before its deadline', 500],
])(
  'shows the fallback from the deadline on, if a module fails %s and nobody tells of another release',
  async (_when, deadlineMs) => {
    let lose: (error: Error) => void = () => undefined
    const module = new Promise<ParcelConfigObject>((_resolve, reject) => {
      lose = reject
    })
    module.catch(() => undefined)
    const { root } = openRoot()
    const late = page.getByText('It is late')
    const asked = new Promise<void>((resolve) => {
      const slot = createElement(Slot, {
        part: 'mfe-first',
        load: () => module,
        context: { ...openTestContext().context, report() {} },
        replace: () => {
          resolve()
          return new Promise<never>(() => undefined)
        },
        deadlineMs,
        waiting: createElement('p', null, 'Wait for it'),
        failed: () => createElement('p', null, 'It is late'),
      })
      root.render(slot)
    })
    if (deadlineMs === 1) await shown(late)
    lose(new Error('lost'))
    await asked
    if (deadlineMs === 1) expect(late.query()).not.toBeNull()
    await shown(late)
  },
)
