import { postWithDetail } from '@aangan/contracts/testing/posts'
import { expectWidths, UPLOADED, VIEWPORTS } from '@aangan/product/testing/picture-widths'
import { listAnswer } from '@aangan/remote/testing/network'
import { click, shown } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { listNetwork } from '../list/testing/list.ts'
import { openListing, scrollToEnd } from '../listing/testing/listing.ts'
import { theMap } from '../map/testing/map.ts'
import { homes } from './homes.ts'
import { renderRemote } from './screens.ts'

const found = homes(3, () => ({ images: [UPLOADED], img: UPLOADED }))
const DESKTOP = { width: 1366, height: 768 }
const PHONE = { width: 390, height: 844 }

describe.each(VIEWPORTS)('at $width px pictures are loaded as wide as they are shown:', (viewport) => {
  it('cards', async () => {
    await renderRemote('/list', { network: listNetwork({}, found), viewport })
    await expectWidths(3)
  })

  it.each([4, 5])('the gallery of %d, and similar homes', async (count) => {
    const images = Array.from({ length: count }, (_, at) => UPLOADED.replace(/a{24}/, `${at}`.repeat(24)))
    const post = postWithDetail({ images })
    const similar = found.map((home) => ({ ...home, distance: 900 }))
    await openListing(post, { network: { [`/posts/${post.id}/similar`]: similar }, viewport })
    await expectWidths(count)
    scrollToEnd()
    await shown(page.getByRole('region', { name: 'Similar homes nearby' }))
    await expectWidths(count + 3)
  })
})

it.each([PHONE, DESKTOP])(
  'a picture in full screen is loaded as wide as the screen, at $width px',
  async (viewport) => {
    await openListing(postWithDetail({ images: [UPLOADED] }), { viewport })
    await click(page.getByRole('region', { name: 'Pictures' }).getByRole('button').first())
    const picture = await shown(page.getByRole('dialog').getByRole('img'))
    expect([picture.getAttribute('sizes'), picture.getAttribute('srcset')]).toEqual([
      '100vw',
      expect.stringContaining('1600.webp 1600w'),
    ])
  },
)

it.each([PHONE, DESKTOP])('the popups of the map load what they show, at $width px', async (viewport) => {
  const two = found.slice(0, 2)
  const place = { kind: 'cluster', count: 2, latitude: 14.8, longitude: 74.1, bbox: [74.1, 14.8, 74.1, 14.8] }
  const answers = { '/posts': listAnswer(two, { total: 70, next: 'x' }), '/posts/map': [place] }
  await renderRemote('/list', { network: listNetwork(answers, found), viewport })
  if (viewport === PHONE) await click(page.getByRole('radio', { name: 'Map', exact: true }))
  const shownBefore = viewport === PHONE ? 0 : 2
  await click(theMap.marker(/homes at one place$/))
  await shown(theMap.popup.getByRole('listitem').first())
  await expectWidths(shownBefore + 2)
})

it.each([PHONE, DESKTOP])('the popup of one home loads what it shows, at $width px', async (viewport) => {
  const one = found.slice(0, 1)
  await renderRemote('/list', { network: listNetwork({}, one), viewport })
  if (viewport === PHONE) await click(page.getByRole('radio', { name: 'Map', exact: true }))
  await click(theMap.markers.first())
  await shown(theMap.popup)
  await expectWidths(viewport === PHONE ? 1 : 2)
})
