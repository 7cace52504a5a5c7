import { openTestContext } from '@aangan/remote/testing/context'
import { openRoot } from '@aangan/remote/testing/open-root'
import { click, entered, fill, gone, hasFocus, shown } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import type { ParcelConfigObject } from 'single-spa'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { Again } from '../federation/remotes.ts'
import { followHistory } from '../navigation/history.ts'
import { Slot } from './slot.tsx'
import { SlotHtmlProvider } from './slot-html.ts'

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

it.each([
  ['keeps what is loaded of a module of which a file did not come', { request: '/r/mfe-first/page.css' }, 'on'],
  ['starts over with a module that has failed', {}, 'anew'],
])('%s', async (_what, named, how) => {
  const asked: (Again | null)[] = []
  const { root } = openRoot()
  const context = { ...openTestContext().context, report() {} }
  const at = (address: string) =>
    createElement(Slot, {
      part: 'mfe-first',
      load: async (again) => {
        asked.push(again)
        if (again === null) throw Object.assign(new Error('It is gone'), named)
        return REMOTE
      },
      context,
      replace: async () => false,
      address,
      deadlineMs: 20_000,
      waiting: null,
      failed: () => createElement('p', null, 'It has failed'),
    })
  root.render(at('/homes/one'))
  await shown(page.getByText('It has failed'))
  root.render(at('/homes'))
  await shown(page.getByLabelText('Password'))
  expect(asked).toEqual([null, how])
})

it('keeps what is loaded of a module whose next screen comes after its deadline', async () => {
  const asked: (Again | null)[] = []
  let arrive: (module: ParcelConfigObject) => void = () => undefined
  const screen = new Promise<ParcelConfigObject>((resolve) => {
    arrive = resolve
  })
  const { root } = openRoot()
  const context = { ...openTestContext().context, report() {} }
  const at = (address: string) =>
    createElement(Slot, {
      part: 'mfe-first',
      load: (again) => {
        asked.push(again)
        return asked.length === 2 ? screen : Promise.resolve(REMOTE)
      },
      context,
      replace: async () => false,
      address,
      deadlineMs: 1_000,
      waiting: null,
      failed: () => createElement('p', null, 'It is late'),
    })
  root.render(at('/homes'))
  await shown(page.getByLabelText('Password'))
  root.render(at('/homes/one'))
  await shown(page.getByText('It is late'))
  arrive(REMOTE)
  await shown(page.getByLabelText('Password'))
  expect(asked).toEqual([null, null, 'on'])
})

describe('with the HTML of the server', () => {
  const served = '<label>City <input></label><a href="/list">All homes</a>'
  const field = page.getByLabelText('City')
  const notice = page.getByRole('button', { name: 'It is unfinished' })
  const taking = (mount: (element: HTMLElement) => void) =>
    ({
      bootstrap: async () => {},
      mount: async ({ domElement }: { domElement: HTMLElement }) => mount(domElement),
      unmount: async () => {},
    }) as unknown as ParcelConfigObject

  function open(load: (again: Again | null) => Promise<ParcelConfigObject>, deadlineMs = 20_000) {
    const slot = createElement(Slot, {
      part: 'mfe-first',
      load,
      context: { ...openTestContext().context, report() {} },
      replace: async () => false,
      deadlineMs,
      waiting: createElement('p', null, 'Wait for it'),
      failed: () => createElement('p', null, 'It has failed'),
      unfinished: (_: unknown, retry: () => void) =>
        createElement(
          'button',
          { type: 'button', onMouseDown: (event) => event.preventDefault(), onClick: retry },
          'It is unfinished',
        ),
    })
    const host = document.body.appendChild(document.createElement('div'))
    host.innerHTML = renderToString(createElement(SlotHtmlProvider, { value: served }, slot))
    const root = hydrateRoot(host, slot, { onRecoverableError: (error) => expect.fail(String(error)) })
    onTestFinished(() => {
      root.unmount()
      host.remove()
    })
  }

  it('keeps that, and what is typed there, if the module fails, until a module takes it', async () => {
    const taken: string[] = []
    open(async (retry) => {
      if (!retry) throw new Error('lost')
      return taking((element) => taken.push(element.innerHTML))
    })
    await fill(field, 'Pune')
    await shown(notice)
    await shown(page.getByRole('link', { name: 'All homes' }))
    expect(page.getByText('It has failed').query()).toBe(null)
    await click(notice)
    await gone(notice)
    expect(taken).toEqual([served])
    expect(entered(field)).toBe('Pune')
    expect(hasFocus(field)).toBe(true)
  })

  it('keeps it if the module is late', async () => {
    open(() => new Promise(() => undefined), 1)
    await shown(notice)
    await shown(field)
  })

  it('shows that the module has failed if that leaves nothing of it', async () => {
    open(async () =>
      taking((element) => {
        element.replaceChildren()
        throw new Error('crashed')
      }),
    )
    await shown(page.getByText('It has failed'))
    expect(notice.query()).toBe(null)
  })

  it('does not show it at another address', async () => {
    const stop = followHistory()
    await new Promise<void>((asked) => {
      open(() => {
        asked()
        return new Promise(() => undefined)
      })
    })
    await shown(field)
    const { href } = location
    onTestFinished(() => {
      stop()
      history.replaceState(null, '', href)
    })
    history.replaceState(null, '', '/elsewhere')
    window.dispatchEvent(new PopStateEvent('popstate'))
    await gone(field)
    await shown(page.getByText('Wait for it'))
  })
})
