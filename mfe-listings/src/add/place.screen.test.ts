import { place as suggested } from '@aangan/product/testing/place-field'
import { input } from '@aangan/remote/testing/input'
import { click, entered, fill, press, shown, until } from '@aangan/remote/testing/user-actions'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { home } from '../map/testing/home.ts'
import { middleOf } from '../map/testing/map.ts'
import { field, fillForm, openForm } from './testing/form.ts'

const map = page.getByRole('region', { name: 'Map of the place' })
const ground = map.getByRole('group', { name: 'Map', exact: true })
const marker = map.getByRole('button', { name: /^The home/ })
const place = () => ({ latitude: Number(entered(field('latitude'))), longitude: Number(entered(field('longitude'))) })

async function openMap(found: object[] = []) {
  const screen = await openForm({ '/posts/map': found })
  field('latitude').element().scrollIntoView({ block: 'center' })
  await shown(ground)
  return screen
}

/** Clicks the map at an offset from its centre. */
async function pressMap(right: number, down: number): Promise<void> {
  const { x, y } = middleOf(ground.element())
  await input.movePointer(x + right, y + down)
  await input.pressPointer()
  await input.releasePointer()
}

async function enter(latitude: string, longitude: string): Promise<void> {
  await fill(field('latitude'), latitude)
  await fill(field('longitude'), longitude)
}

it('zooms in where a far map is clicked, and sets both coordinates from a click there', async () => {
  await openMap()
  await pressMap(0, 0)
  await shown(map.getByText('Now tap the building.').first())
  expect(entered(field('latitude'))).toBe('')
  await until(async () => {
    await pressMap(0, 0)
    return marker.elements().length
  }).toBe(1)
  // The centre of India on the map.
  expect(place().latitude).toBeCloseTo(21.9, 0)
  expect(place().longitude).toBeCloseTo(82.75, 0)
  expect(entered(field('latitude'))).toMatch(/^\d+\.\d{6}$/)
  const before = place()
  await pressMap(60, -60)
  await until(() => place().latitude).toBeGreaterThan(before.latitude)
  expect(place().longitude).toBeGreaterThan(before.longitude)
})

it('does not take the second click of a double click for another choice', async () => {
  await openMap()
  await enter('18.520400', '73.856700')
  await shown(marker)
  const { x, y } = middleOf(ground.element())
  const clickBeside = (right: number, detail: number) =>
    ground.element().dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x + right, clientY: y, detail }))
  clickBeside(60, 1)
  await until(() => place().longitude).toBeGreaterThan(73.8567)
  clickBeside(-60, 2)
  await fill(field('title'), 'Flat with a garden')
  expect(place().longitude).toBeGreaterThan(73.8567)
})

it('shows typed coordinates', async () => {
  await openMap()
  await enter('18.5204', '73.8567')
  await shown(marker)
  const [centre, tip] = [middleOf(ground.element()), () => middleOf(marker.element())]
  await until(() => Math.abs(tip().x - centre.x)).toBeLessThan(3)
  await enter('28.6139', '77.2090')
  await until(() => Math.abs(tip().x - centre.x)).toBeLessThan(3)
  expect(place()).toEqual({ latitude: 28.6139, longitude: 77.209 })
})

describe('a pair of coordinates', () => {
  const PAIR = ['18.5074', '73.8077']
  const both = () => [entered(field('latitude')), entered(field('longitude'))]

  it.each(['18.5074, 73.8077', '73.8077°E 18.5074°N', 'https://maps.google.com/?q=18.5074,73.8077'])(
    'fills both fields when it is pasted: %s',
    async (text) => {
      await openForm()
      await enter('1', '2')
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      field('latitude').element().dispatchEvent(paste)
      await until(both).toEqual(PAIR)
      expect(paste.defaultPrevented).toBe(true)
    },
  )

  it('fills both fields when it was typed into one', async () => {
    await openForm()
    await fill(field('longitude'), '18.5074 73.8077')
    await click(field('title'))
    await until(both).toEqual(PAIR)
  })

  it('is sent when Enter is pressed in its field', async () => {
    const { sent } = await openForm()
    await fillForm()
    await fill(field('latitude'), PAIR.join(', '))
    await press('Enter')
    await until(() => sent.length).toBe(1)
    expect(sent[0]).toMatchObject({ postData: { latitude: PAIR[0], longitude: PAIR[1] } })
  })

  it.each(["18°30.444'N", "28°32'44"])('is not made of one coordinate: %s', async (text) => {
    await openForm()
    await fill(field('longitude'), '73.8077')
    await fill(field('latitude'), text)
    await click(field('title'))
    expect(both()).toEqual([text, '73.8077'])
  })
})

it('moves its marker with the arrow keys, and announces the position', async () => {
  await openMap()
  await enter('18.520400', '73.856700')
  const button = await shown(marker)
  button.focus()
  await press('ArrowUp')
  await until(() => place().latitude).toBeGreaterThan(18.5204)
  expect(place().longitude).toBeCloseTo(73.8567, 4)
  await press('ArrowRight')
  await until(() => place().longitude).toBeGreaterThan(73.857)
  const { latitude, longitude } = place()
  await shown(page.getByText(`The marker is at latitude ${latitude}, longitude ${longitude}.`))
  expect(document.activeElement).toBe(button)
})

it('shows the chosen city while there are no coordinates', async () => {
  const { network } = await openMap([{ kind: 'listing', ...home(1, 18.52, 73.85) }])
  await fill(field('city'), 'Pune')
  await until(() => network.asked.some((call) => call.startsWith('/posts/map?city=Pune'))).toBe(true)
  await until(async () => {
    await pressMap(0, 0)
    return place().latitude.toFixed(1)
  }).toBe('18.5')
})

it('shows the chosen locality, not its whole city', async () => {
  const { network } = await openForm({
    '/posts/map': [{ kind: 'listing', ...home(1, 18.56, 73.91) }],
    '/posts/places': [suggested('Viman Nagar, Pune', 4)],
  })
  field('latitude').element().scrollIntoView({ block: 'center' })
  await shown(ground)
  await fill(field('city'), 'viman')
  await click(page.getByRole('option', { name: /^Viman Nagar/ }))
  await until(() => network.asked.some((call) => call.startsWith('/posts/map?city=Viman+Nagar%2C+Pune'))).toBe(true)
})

describe('the location from the browser', () => {
  let answer: PositionCallback

  beforeEach(() => {
    Object.defineProperty(navigator.geolocation, 'getCurrentPosition', {
      configurable: true,
      value: (found: PositionCallback) => {
        answer = found
      },
    })
    return () => Reflect.deleteProperty(navigator.geolocation, 'getCurrentPosition')
  })

  const ask = () => click(page.getByRole('button', { name: 'Use my location' }))
  const find = () => answer({ coords: { latitude: 12.97, longitude: 77.59 } } as GeolocationPosition)

  it('becomes the location of the home', async () => {
    await openMap()
    await enter('18.5204', '73.8567')
    await ask()
    find()
    await until(place).toEqual({ latitude: 12.97, longitude: 77.59 })
  })

  it('does not replace a location chosen meanwhile', async () => {
    await openMap()
    await ask()
    await enter('18.5204', '73.8567')
    find()
    await until(() => page.getByRole('button', { name: 'Use my location' }).element().ariaBusy).not.toBe('true')
    expect(place()).toEqual({ latitude: 18.5204, longitude: 73.8567 })
  })
})

it("uses the browser's location, and shows an error if there is none", async () => {
  const real = navigator.geolocation.getCurrentPosition
  await openMap()
  await click(page.getByRole('button', { name: 'Use my location' }))
  await shown(page.getByText(/Your browser could not find your location/))
  expect(navigator.geolocation.getCurrentPosition).toBe(real)
})
