import { HELD, SERVED } from '@aangan/contracts/page'
import { PAGE_SCRIPT } from '@aangan/contracts/page-retry'
import { type ComponentType, createElement as h, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { takeOver } from './before-hydration.ts'
import { Shown } from './root.tsx'

interface Texts {
  city: string
  price: string
  words: string
  sort: string
  type: string
  isNew: boolean
}

let host: HTMLElement
let root: Root | undefined
let heard: string[]

beforeAll(() => {
  const script = document.createElement('script')
  script.text = PAGE_SCRIPT
  document.head.append(script)
})

beforeEach(() => {
  heard = []
  host = document.body.appendChild(document.createElement('div'))
})

afterEach(() => {
  root?.unmount()
  host.remove()
})

/** Controlled, so that React shows what it knows, whatever else is in the field. */
function Form() {
  const [texts, setTexts] = useState<Texts>({
    city: '',
    price: '0',
    words: '',
    sort: 'new',
    type: 'buy',
    isNew: false,
  })
  // Rendered again at once, as by a screen that restores something.
  useLayoutEffect(() => setTexts((before) => ({ ...before })), [])
  const change = (part: Partial<Texts>) => setTexts((before) => ({ ...before, ...part }))
  const text = (name: 'city' | 'price' | 'words' | 'sort') => ({
    name,
    value: texts[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const type = (value: string) =>
    h('input', {
      type: 'radio',
      name: 'type',
      value,
      checked: texts.type === value,
      onChange: () => change({ type: value }),
    })
  return h(
    'form',
    {
      method: 'post',
      onSubmit: (event: Event) => {
        event.preventDefault()
        heard.push(`sent ${Object.values(texts).join(' ')}`)
      },
    },
    h('input', { ...text('city'), onFocus: () => heard.push('focus') }),
    h('input', { ...text('price'), type: 'number' }),
    h('textarea', text('words')),
    h('select', text('sort'), h('option', { value: 'new' }), h('option', { value: 'cheap' })),
    type('buy'),
    type('rent'),
    h('input', {
      type: 'checkbox',
      name: 'isNew',
      checked: texts.isNew,
      onChange: (event: { target: { checked: boolean } }) => change({ isNew: event.target.checked }),
    }),
    h('button', { type: 'button', onClick: () => heard.push('saved') }, h('span', null, 'Save')),
    h('button', { type: 'submit' }, 'Send'),
  )
}

function serve(Page: ComponentType): void {
  host.setAttribute(SERVED, '')
  host.innerHTML = renderToString(h(Page))
}

/** Resolves once it is hydrated. */
async function hydrate(children: ReactNode): Promise<void> {
  const after = takeOver(host)
  await new Promise<void>((onShown) => {
    root = hydrateRoot(host, h(Shown, { onShown, children }), {
      onRecoverableError: (error) => heard.push(`reported: ${error}`),
    })
  })
  await after()
}

function find<E extends HTMLElement = HTMLInputElement>(selector: string): E {
  const element = host.querySelector<E>(selector)
  if (!element) throw new Error(`There is no ${selector}.`)
  return element
}

function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus()
  field.select()
  document.execCommand('insertText', false, text)
}

it('keeps what was entered before hydration, and sends it', async () => {
  serve(Form)
  type(find('[name=price]'), '25')
  type(find<HTMLTextAreaElement>('textarea'), 'by the lake')
  find<HTMLSelectElement>('select').value = 'cheap'
  find('[value=rent]').click()
  find('[name=isNew]').click()
  type(find('[name=city]'), 'Pune')
  await hydrate(h(Form))
  find<HTMLButtonElement>('[type=submit]').click()
  await expect.poll(() => heard).toEqual(['focus', 'sent Pune 25 by the lake cheap rent true'])
})

it('takes the files that were chosen before, once', async () => {
  const Files = () =>
    h('input', {
      type: 'file',
      onChange: ({ target }: { target: HTMLInputElement }) => {
        heard.push(`took ${target.files?.[0]?.name}`)
        target.value = ''
      },
    })
  serve(Files)
  const chosen = new DataTransfer()
  chosen.items.add(new File(['a'], 'hall.png'))
  find('input').files = chosen.files
  await hydrate(h(Files))
  expect(heard).toEqual(['took hall.png'])
})

it('keeps the focus, and the caret where it was', async () => {
  function Moving() {
    useEffect(() => find('[name=price]').focus(), [])
    return h(Form)
  }
  serve(Moving)
  const city = find('[name=city]')
  type(city, 'Pune')
  city.setSelectionRange(1, 3)
  await hydrate(h(Moving))
  expect(document.activeElement).toBe(city)
  expect([city.value, city.selectionStart, city.selectionEnd]).toEqual(['Pune', 1, 3])
  expect(heard).toEqual(['focus'])
})

it('keeps it in fields that React has made anew, since the page is not the same as rendered', async () => {
  serve(() => h('div', null, h('p', null, 'as rendered'), h(Form)))
  find('[value=rent]').click()
  type(find('[name=city]'), 'Pune')
  find('[name=city]').setSelectionRange(1, 3)
  await hydrate(h('div', null, h('ul'), h(Form)))
  expect(heard.filter((each) => each.startsWith('reported'))).toHaveLength(1)
  const city = find('[name=city]')
  expect(document.activeElement).toBe(city)
  expect([city.selectionStart, city.selectionEnd]).toEqual([1, 3])
  find<HTMLButtonElement>('[type=submit]').click()
  await expect.poll(() => heard.at(-1)).toBe('sent Pune 0  new rent false')
})

it('leaves the focus where somebody has moved it while React hydrates', async () => {
  serve(Form)
  find('[name=city]').focus()
  const hydrated = hydrate(h(Form))
  const price = find('[name=price]')
  price.focus()
  price.dispatchEvent(new KeyboardEvent('keyup', { key: 'Tab', bubbles: true }))
  await hydrated
  expect(document.activeElement).toBe(price)
})

it('keeps what is typed while React hydrates', async () => {
  serve(Form)
  const hydrated = hydrate(h(Form))
  type(find('[name=city]'), 'Kochi')
  await hydrated
  find<HTMLButtonElement>('[type=submit]').click()
  await expect.poll(() => heard.at(-1)).toBe('sent Kochi 0  new buy false')
})

it('keeps it, and carries out what is pressed then, in a root within another one, as a remote is', async () => {
  const outer = document.body.appendChild(document.createElement('div'))
  const outerRoot = createRoot(outer)
  flushSync(() => outerRoot.render(h('main')))
  outer.firstElementChild?.append(host)
  serve(Form)
  const hydrated = hydrate(h(Form))
  type(find('[name=city]'), 'Kochi')
  find('button span').click()
  find<HTMLButtonElement>('[type=submit]').click()
  await hydrated
  await expect.poll(() => heard.filter((each) => each !== 'focus')).toEqual(['saved', 'sent Kochi 0  new buy false'])
  outerRoot.unmount()
  outer.remove()
})

it('carries out once what was pressed before, in order', async () => {
  serve(Form)
  type(find('[name=city]'), 'Pune')
  find('button span').click()
  find<HTMLButtonElement>('[type=submit]').click()
  find('button span').click()
  expect(heard).toEqual([])
  const busy = () => [...host.querySelectorAll(`[${HELD}]`)].map(({ localName }) => localName)
  expect(busy()).toEqual(['form', 'button'])
  await hydrate(h(Form))
  await expect.poll(() => heard).toEqual(['focus', 'saved', 'sent Pune 0  new buy false'])
  expect(busy()).toEqual([])
})

it('leaves alone what nobody has taken yet', async () => {
  const inner = `<div ${SERVED}><input name="inner"><button type="button">In</button></div>`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as a slot does
  const Outer = () => h('main', { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: inner } })
  serve(Outer)
  type(find('input'), 'Pune')
  find('button').click()
  host.addEventListener('click', () => heard.push('clicked'))
  host.addEventListener('input', () => heard.push('entered'))
  await hydrate(h(Outer))
  expect(heard).toEqual([])
  expect(document.activeElement).toBe(find('input'))
  await takeOver(find(`[${SERVED}]`))()
  expect(heard).toEqual(['entered', 'clicked'])
})

it('leaves out empty fields of a search that the browser sends itself, and of no other form', () => {
  const fields = '<input name="city" value="Pune"><input name="type"><input name="type" value="rent"><input name="min">'
  const sent = (markup: string) => {
    host.innerHTML = markup
    const form = host.querySelector('form') as HTMLFormElement
    return new URLSearchParams(new FormData(form) as unknown as Record<string, string>).toString()
  }
  const all = 'city=Pune&type=&type=rent&min='
  expect(sent(`<div ${SERVED}><form>${fields}</form></div>`)).toBe('city=Pune&type=rent')
  expect(sent(`<form>${fields}</form>`)).toBe(all)
  expect(sent(`<div ${SERVED}><form method="post">${fields}</form></div>`)).toBe(all)
})
