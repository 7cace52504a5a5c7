import type { PostBody } from '@aangan/contracts/posts'
import { place } from '@aangan/product/testing/place-field'
import { personalKey } from '@aangan/remote/personal-storage'
import { input } from '@aangan/remote/testing/input'
import { refusal, unreachable } from '@aangan/remote/testing/network'
import { choose, click, entered, fill, go, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { listNetwork, results } from '../list/testing/list.ts'
import { EMPTY_TEXTS, FIELD_NAMES, type FieldName } from './form-fields.ts'
import { FILLED, FILLED_BODY, SHOWN_LABELS } from './testing/filled.ts'
import { add, field, fillForm, left, openForm, PUBLISHED, signedIn, summary, textIn } from './testing/form.ts'

const SENT = { ...FILLED_BODY, clientId: expect.any(String) }

describe('the fields of /add', () => {
  it('have the specified labels, options and minimums, and start empty', async () => {
    await openForm()
    const labels = [...document.querySelectorAll('form label')].map((label) => label.textContent)
    expect(labels).toEqual(Object.values(SHOWN_LABELS))
    await shown(page.getByLabelText('Description (optional)', { exact: true }))
    for (const name of FIELD_NAMES) expect(textIn(name), name).toBe(EMPTY_TEXTS[name])
    const choices = (name: 'type' | 'property' | 'furnishing' | 'utilities' | 'pet') =>
      [...field(name).element().querySelectorAll('option')].map(({ value, textContent }) => [value, textContent])
    expect(choices('type')).toEqual([
      ['rent', 'Rent'],
      ['buy', 'Buy'],
    ])
    expect(choices('property').map(([value]) => value)).toEqual(['apartment', 'house', 'condo', 'land'])
    expect(choices('furnishing')).toEqual([
      ['', 'Not stated'],
      ['furnished', 'Furnished'],
      ['semi-furnished', 'Semi-furnished'],
      ['unfurnished', 'Unfurnished'],
    ])
    expect(choices('utilities')).toEqual([
      ['', 'Not stated'],
      ['owner', 'Owner is responsible'],
      ['tenant', 'Tenant is responsible'],
      ['shared', 'Owner and tenant share'],
    ])
    expect(choices('pet').map(([value]) => value)).toEqual(['', 'allowed', 'not-allowed'])
    const least = (['bedroom', 'bathroom', 'size', 'school', 'bus', 'restaurant'] as const).map((name) =>
      field(name).element().getAttribute('min'),
    )
    expect(least).toEqual(['1', '1', '0', '0', '0', '0'])
    const label = document.querySelector(`label[for="${field('bus').element().id}"]`)
    expect(label && getComputedStyle(label, '::first-letter').textTransform).toBe('uppercase')
    expect(field('price').element().getAttribute('type')).toBe('number')
  })

  it.each([
    ['size', '120 sqm', '= 1,292 sqft'],
    ['size', '१२००', '= 1,200 sqft'],
    ['bathroom', '2 baths', '= 2'],
    ['school', '1.5 km', '= 1,500 m'],
  ] as const)('show how %s was understood: %j', async (name, text, words) => {
    await openForm()
    await fill(field(name), text)
    expect(entered(field(name))).toBe(text)
    expect(hintOf(name)).toBe(words)
  })

  it('group a price while it is not edited, on keys that have letters', async () => {
    await openForm()
    expect(field('price').element().getAttribute('inputmode')).toBe('text')
    await fill(field('price'), '15000000')
    expect(entered(field('price'))).toBe('15000000')
    await click(field('title'))
    await until(() => entered(field('price'))).toBe('15,000,000')
    await click(field('price'))
    await until(() => entered(field('price'))).toBe('15000000')
  })

  it('ask whether a price that is too high for a rent is one', async () => {
    await openForm()
    const question = page.getByRole('status').getByText('Is this the monthly rent? For a sale, choose Buy above.')
    await fill(field('price'), '15000000')
    await shown(question)
    expect(hintOf('price')).toBe('Shown as $ 15,000,000 / month')
    await choose(field('type'), 'buy')
    await gone(question)
    expect(hintOf('price')).toBe('Shown as $ 15,000,000')
  })

  it('hide what concerns a tenant while the home is for sale', async () => {
    await openForm()
    const isShown = () =>
      (['utilities', 'pet', 'income', 'furnishing'] as const).map((name) => field(name).elements().length)
    await choose(field('utilities'), 'owner')
    await choose(field('type'), 'buy')
    await until(isShown).toEqual([0, 0, 0, 1])
    await choose(field('type'), 'rent')
    await until(isShown).toEqual([1, 1, 1, 1])
    expect(entered(field('utilities'))).toBe('owner')
  })

  it('show which fields a plot does not need', async () => {
    await openForm()
    const hints = () => (['bedroom', 'bathroom', 'furnishing'] as const).map(hintOf)
    expect(hints()).toEqual([undefined, undefined, undefined])
    await choose(field('property'), 'land')
    await until(hints).toEqual(Array(3).fill('Not needed for a plot.'))
  })

  describe('of a place', () => {
    const answers = {
      '/posts/places?q=viman': [place('Viman Nagar, Pune', 4)],
      '/posts/places?q=poona': [place('Pune', 20, 'Poona')],
      '/posts/places': [],
    }

    async function chooseLocality(): Promise<void> {
      await fill(field('city'), 'viman')
      await click(page.getByRole('option', { name: /^Viman Nagar, Pune/ }))
      await until(() => entered(field('city'))).toBe('Pune')
    }

    it('take city and address from a locality that is chosen', async () => {
      await openForm(answers)
      await chooseLocality()
      expect(entered(field('address'))).toBe('Viman Nagar, Pune')
    })

    it('keep an address that was entered', async () => {
      await openForm(answers)
      await fill(field('address'), '12 Lake Road')
      await chooseLocality()
      expect(entered(field('address'))).toBe('12 Lake Road')
    })

    it('accept any city, and doubt one that nobody knows once it is left', async () => {
      await openForm(answers)
      await fill(field('city'), 'viman')
      await shown(page.getByRole('option', { name: /^Viman Nagar/ }))
      expect(hintOf('city')).toBe(undefined)
      await click(field('title'))
      await until(() => hintOf('city')).toBe('No home is listed in a city of this name yet. Check the spelling.')
      await fill(field('city'), ' POONA')
      await shown(page.getByRole('option', { name: /Pune/ }))
      await click(field('title'))
      expect(hintOf('city')).toBe(undefined)
      expect(entered(field('city'))).toBe(' POONA')
    })
  })
})

function hintOf(name: FieldName): string | undefined {
  const id = field(name).element().getAttribute('aria-describedby')
  return (id === null ? null : document.getElementById(id))?.textContent
}

describe('an invalid field', () => {
  it('shows its error next to it and in a focused summary with links', async () => {
    const { network } = await openForm()
    await fillForm({ bedroom: '0', city: '' })
    await add()
    await shown(summary)
    expect(hasFocus(summary)).toBe(true)
    expect(field('bedroom').element().getAttribute('aria-invalid')).toBe('true')
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(2)
    await click(summary.getByRole('link', { name: 'Bedroom Number: Enter a whole number, 1 or more.' }))
    expect(hasFocus(field('bedroom'))).toBe(true)
    await fill(field('bedroom'), '3')
    await gone(summary.getByRole('link', { name: /Bedroom/ }))
    await click(summary.getByRole('link', { name: 'City: Enter the city.' }))
    expect(hasFocus(field('city'))).toBe(true)
    await fill(field('city'), 'Pune')
    await gone(summary)
    expect(network.asked.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('is told apart from the next one in the summary, also on a phone', async () => {
    await openForm()
    await page.viewport(390, 844)
    await add()
    await shown(summary)
    const items = summary
      .getByRole('listitem')
      .elements()
      .map((item) => item.getBoundingClientRect())
    const gaps = items.slice(1).map(({ top }, at) => top - (items[at]?.bottom ?? 0))
    expect(gaps.length).toBeGreaterThan(3)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8)
  })

  it.each([
    ['size', '1100-1200', 'Enter one size, not a range.'],
    ['size', 'large', 'Enter square feet, such as 1200'],
    ['bedroom', '2-3 BHK', 'Enter a whole number, 1 or more.'],
    ['bus', '5 minutes', 'Enter metres, such as 800, or 1.5 km.'],
    ['price', '45 apples', '“45 apples” is not an amount.'],
    ['latitude', 'north', 'Enter degrees from -90 to 90'],
  ] as const)('says so once it is left: %s %j', async (name, text, error) => {
    await openForm()
    await fill(field(name), text)
    expect(field(name).element().ariaInvalid).toBe(null)
    await click(field('title'))
    await shown(page.getByText(error))
    expect(field(name).element().ariaInvalid).toBe('true')
    await fill(field(name), '7')
    await until(() => field(name).element().ariaInvalid).toBe(null)
  })

  it('is not sent as empty', async () => {
    const { sent } = await openForm()
    await fillForm({ size: '' })
    await click(field('size'))
    await input.typeText('1100-1200')
    await add()
    const name = 'Total Size (sqft): Enter one size, not a range.'
    await click(summary.getByRole('link', { name }))
    expect(hasFocus(field('size'))).toBe(true)
    expect(sent).toEqual([])
  })
})

describe('publishing', () => {
  it('sends exactly what was entered, announces the listing and shows it', async () => {
    const { sent, context } = await openForm()
    const announced: unknown[] = []
    const subscription = context.changes.after(0).subscribe(({ change }) => announced.push(change))
    await fillForm()
    await add()
    await until(() => location.pathname).toBe(`/${PUBLISHED.id}`)
    await shown(page.getByRole('status').getByText('Your listing is published: everyone can find it now.'))
    subscription.unsubscribe()
    expect(sent).toEqual([SENT])
    expect(announced).toEqual([{ type: 'post.changed', id: PUBLISHED.id }])
    expect(Object.keys(localStorage).filter((key) => key.includes('add-draft'))).toEqual([])
    await shown(page.getByRole('heading', { level: 1, name: PUBLISHED.title }))
  })

  it('sends a price that was entered in words as a number', async () => {
    const { sent } = await openForm()
    await fillForm({ price: '' })
    await click(field('price'))
    await input.typeText('85 lakh')
    await until(() => hintOf('price')).toBe('Shown as $ 8,500,000 / month')
    await add()
    const { postData } = FILLED_BODY
    await until(() => sent).toEqual([{ ...SENT, postData: { ...postData, price: 8_500_000 } }])
  })

  it('deletes the draft and does not navigate when the form was left meanwhile', async () => {
    const { network } = await openForm(listNetwork())
    await fillForm()
    const release = network.hold('POST /posts')
    await add()
    await until(() => network.asked).toContain('POST /posts')
    history.pushState({ usr: null, key: 'left', idx: 1 }, '', '/list')
    await results()
    release()
    await until(() => Object.keys(localStorage).filter((key) => key.includes('add-draft'))).toEqual([])
    expect(location.pathname).toBe('/list')
  })

  it('happens once, even if the form was left and opened again before the answer', async () => {
    const views = { [`/posts/${PUBLISHED.id}/views`]: { total: 0, days: [] } }
    const { network, sent } = await openForm({ ...listNetwork(), ...views })
    await fillForm()
    const release = network.hold('POST /posts')
    await add()
    await until(() => network.asked).toContain('POST /posts')
    history.pushState({ usr: null, key: 'left', idx: 1 }, '', '/list')
    await results()
    await go(-1)
    await shown(field('title'))
    await add()
    release()
    await left('/add')
    expect(sent).toEqual([SENT])
    await go(-1)
    await shown(field('title'))
    expect(entered(field('title'))).toBe('')
    await fillForm()
    await add()
    await until(() => sent).toEqual([SENT, SENT])
    const [one, other] = sent as PostBody[]
    expect(one?.clientId).not.toBe(other?.clientId)
    await until(() => location.pathname).toBe(`/${PUBLISHED.id}`)
  })

  it('once, if the response is lost, with what was entered since', async () => {
    const views = { [`/posts/${PUBLISHED.id}/views`]: { total: 0, days: [] } }
    const { network, become, expire } = await openForm({ [`PUT /posts/${PUBLISHED.id}`]: PUBLISHED, ...views })
    const sent: { method: string; body: PostBody }[] = []
    const take = (answer: () => Response) => async (_url: URL, request: Request) => {
      sent.push({ method: request.method, body: await request.json() })
      return answer()
    }
    network.answer('POST /posts', take(unreachable))
    await fillForm()
    await add()
    await shown(summary.getByText('The site cannot be reached. Check your connection.'))
    expire()
    await gone(field('title'))
    become(signedIn())
    await until(() => entered(field('title'))).toBe(FILLED.title)
    await fill(field('price'), '5000000')
    network.answer(
      'POST /posts',
      take(() => Response.json(PUBLISHED, { status: 200 })),
    )
    network.answer(
      `PUT /posts/${PUBLISHED.id}`,
      take(() => Response.json(PUBLISHED)),
    )
    await add()
    await until(() => location.pathname).toBe(`/${PUBLISHED.id}`)
    const [first, second, change] = sent
    expect(first?.body).toEqual(SENT)
    expect([second?.method, second?.body.clientId]).toEqual(['POST', first?.body.clientId])
    const postData = { ...FILLED_BODY.postData, price: 5_000_000 }
    expect(change).toEqual({ method: 'PUT', body: { ...FILLED_BODY, postData } })
    expect(Object.keys(localStorage).filter((key) => key.includes('add-draft'))).toEqual([])
  })

  it("shows the server's error at the field that it names, and keeps the form open", async () => {
    const message = 'address is "x"; it may be text of 1 to 300 characters'
    await openForm({ 'POST /posts': refusal(400, 'BAD_REQUEST', message) })
    await fillForm()
    await add()
    await shown(summary.getByText('error', { exact: true }))
    expect(summary.element().textContent).toContain(message)
    expect(hasFocus(summary)).toBe(true)
    await click(summary.getByRole('link', { name: 'Address' }))
    expect(hasFocus(field('address'))).toBe(true)
    expect(entered(field('title'))).toBe(FILLED.title)
    expect(location.pathname).toBe('/add')
  })
})

describe('a draft', () => {
  it('is restored for its author only', async () => {
    const { become, expire } = await openForm()
    await fillForm()
    expire()
    await gone(field('title'))
    become(signedIn())
    await until(() => entered(field('title'))).toBe(FILLED.title)
    await shown(field('desc'))
    expect(textIn('desc')).toBe('Bright & quiet.\nNear the lake.')
    for (const name of FIELD_NAMES.filter((each) => each !== 'desc'))
      expect(textIn(name), name).toBe(name === 'price' ? '4,500,000' : FILLED[name])
    expire()
    become(signedIn('beena'))
    await until(() => entered(field('title'))).toBe('')
    expect(Object.keys(localStorage)).toEqual(['person'])
  })

  it('is ignored if it is invalid', async () => {
    localStorage.setItem(personalKey(`add-draft:${'a'.repeat(24)}`, 'a'.repeat(24)), '{nonsense')
    await openForm()
    expect(entered(field('title'))).toBe('')
  })
})
