import { createFormat, DEFAULT_LOCALE, type Format } from '@aangan/contracts/format'
import { SHARE_PICTURE } from '@aangan/contracts/media'
import type { RevisedPost } from '@aangan/contracts/posts'
import type { Currency } from '@aangan/contracts/prices'
import { kindInWords, placeInWords, roomsInWords } from '@aangan/contracts/titles'
import { drawHome } from '../drawings/draw.ts'
import { readDrawingPath } from '../rules.ts'
import type { Style, TypeSetter } from './type-setting.ts'

export interface ShareSite {
  name: string
  currency: Currency
}

/** Part of every ETag: bump it with any change of the design below. */
export const DESIGN_VERSION = 2

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE
/** Width of the text panel; the drawing has the rest. */
const PAPER = 564
const LEFT = 56
const COLUMN = PAPER - 2 * LEFT

const COLOUR = { paper: '#fbfaf7', ink: '#1d2321', muted: '#5b6662', accent: '#0f5c4d', marigold: '#f2a63b' } as const

const KIND: Style = { weight: 'strong', size: 26, colour: COLOUR.accent }
const TITLE: Style = { weight: 'strong', size: 36, colour: COLOUR.ink }
const SMALL: Style = { weight: 'medium', size: 25, colour: COLOUR.muted }

/** Link preview of a listing, as an SVG document. */
export function drawListing(post: RevisedPost, site: ShareSite, type: TypeSetter): string {
  const written = type.writable(post.title, TITLE.weight)
  const title = isReadable(written, post.title) ? type.wrap(written, COLUMN, 3, TITLE) : []
  const place = type.wrap(type.writable(placeInWords(post), SMALL.weight), COLUMN, 2, SMALL)
  const rooms = type.wrap(roomsInWords(post, formatOf(site)).join(' · '), COLUMN, 1, SMALL)
  return picture(post, [
    signature(site.name, type),
    type.line(kindInWords(post), LEFT, 196, KIND),
    priceLine(post, site, type),
    ...title.map((line, index) => type.line(line, LEFT, 342 + index * 44, TITLE)),
    ...[...place, ...rooms].map((line, index, all) =>
      type.line(line, LEFT, 578 - (all.length - 1 - index) * 36, SMALL),
    ),
    drawingMark(type),
  ])
}

/** Link preview of all other pages. */
export function drawSite(site: ShareSite, type: TypeSetter): string {
  const name = type.writable(site.name, 'strong')
  const size = type.fit(name, COLUMN, { weight: 'strong', most: 92, least: 34 })
  const claim = type.wrap('Homes to buy and rent across India', COLUMN, 2, { ...TITLE, size: 38 })
  return picture({ id: 'courtyard', property: 'house', img: '/media/drawings/house/courtyard/2.svg' }, [
    mark(LEFT, 150, 72),
    type.line(name, LEFT, 330, { weight: 'strong', size, colour: COLOUR.ink }),
    ...claim.map((line, index) =>
      type.line(line, LEFT, 400 + index * 48, { weight: 'medium', size: 38, colour: COLOUR.muted }),
    ),
  ])
}

function priceLine({ price, type: offer }: RevisedPost, site: ShareSite, type: TypeSetter): string {
  const amount = formatOf(site).price(price)
  const period = offer === 'rent' ? 'a month' : ''
  const width = COLUMN - (period ? type.widthOf(period, SMALL) + 14 : 0)
  const strong = { weight: 'strong', size: type.fit(amount, width, { weight: 'strong', most: 64, least: 30 }) } as const
  const end = LEFT + type.widthOf(amount, strong) + 14
  return type.line(amount, LEFT, 268, { ...strong, colour: COLOUR.ink }) + type.line(period, end, 268, SMALL)
}

/** One picture serves all readers, so digits are grouped as in India. */
function formatOf({ currency }: ShareSite): Format {
  return createFormat({ locale: DEFAULT_LOCALE, currency })
}

/** A title is omitted if the fonts lack half of its characters or more. */
function isReadable(written: string, title: string): boolean {
  return written.replace(/\s/g, '').length * 2 > title.replace(/\s/g, '').length
}

function signature(name: string, type: TypeSetter): string {
  const style: Style = { weight: 'strong', size: 30, colour: COLOUR.ink }
  const [line = ''] = type.wrap(type.writable(name, style.weight), COLUMN - 60, 1, style)
  return mark(LEFT, 52, 44) + type.line(line, LEFT + 60, 85, style)
}

function mark(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="8" fill="${COLOUR.accent}"/><path d="M7 25V14.5a9 9 0 0 1 18 0V25" fill="none" stroke="${COLOUR.paper}" stroke-width="2.5" stroke-linecap="round"/><path d="M12 25v-9.5a4 4 0 0 1 8 0V25" fill="${COLOUR.marigold}"/></g>`
}

function picture(home: Pick<RevisedPost, 'id' | 'property' | 'img'>, type: string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    inFrame(drawingOf(home)) +
    `<rect width="${PAPER}" height="${HEIGHT}" fill="${COLOUR.paper}"/>${type.join('')}</svg>`
  )
}

/** On the drawing, so that nobody takes it for a photo of the home. */
function drawingMark(type: TypeSetter): string {
  const label = 'Drawing'
  const pill = `<rect x="${PAPER + 24}" y="24" width="${type.widthOf(label, SMALL) + 40}" height="48" rx="24" fill="${COLOUR.paper}"/>`
  return pill + type.line(label, PAPER + 44, 57, SMALL)
}

/** The first picture if it is our own drawing, else a drawing of the front: never fetches from another host. */
function drawingOf({ id, property, img }: Pick<RevisedPost, 'id' | 'property' | 'img'>): string {
  const named = img === null ? null : readDrawingPath(img)
  return named ? drawHome(named.property, named.seed, named.view) : drawHome(property, id, 0)
}

/** Embeds a drawing, cropped to its frame. */
function inFrame(drawing: string): string {
  const [, viewBox = ''] = /viewBox="([^"]+)"/.exec(drawing) ?? []
  const frame = `x="${PAPER}" y="0" width="${WIDTH - PAPER}" height="${HEIGHT}" viewBox="${viewBox}"`
  return drawing.trim().replace(/^<svg[^>]*>/, `<svg ${frame} preserveAspectRatio="xMidYMid slice">`)
}
