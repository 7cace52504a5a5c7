import { isKnownCity } from '@aangan/contracts/cities'
import { readSearchText } from '@aangan/contracts/search-text/read'
import { foldName } from '@aangan/contracts/text/names'
import { FAR_MORE, type PlaceNames } from './named-place.ts'
import type { PlaceLookup } from './place-lookup.ts'

const SIDES = ['east', 'west', 'north', 'south', 'central']

/** Of homes: one listing whose locality is 'Parking' would take over 'flat with parking Mumbai'. */
const ORDINARY = new Set(
  [
    ...SIDES,
    'a and at by close facing for from in near nearby next of on only or side the to with without',
    'available affordable best big budget cheap corner direct first good great ground high higher immediate independent',
    'large luxurious luxury modern new nice no posh premium prime ready sale resale small spacious sunny urgent vastu',
    'bachelor bachelors boys company couple couples families family female girls male owner owners students',
    'ac amenities backup balcony bath bathroom bathrooms car covered floor furnished gated gym kitchen lift metro parking',
    'penthouse pool possession power property properties sea security society swimming terrace unfurnished view water wifi',
    'flat flats home homes house',
    'agreement approved broker brokerage cheapest cheaper community construction deal deals distance friendly hostel hot',
    'loan locality looking low lowest need office pet pets pg price project rera room rooms shop space top under',
    'vegetarian walking want zero',
    'chahiye ghar makan sasta सस्ता सस्ती सस्ते घर मकान कमरा चाहिए में',
  ].flatMap((words) => words.split(' ').map(foldName)),
)

/** Of parts of names: `hitech city` is no home in City Light. */
const INCOMPLETE = new Set(
  [
    'airport area bazaar bazar bypass campus chowk circle city college colony complex cross enclave estate extension',
    'garden gardens gate heights highway hills hospital junction lake lane layout main mall market nagar park',
    'road school square station street temple tower towers town university valley vihar village',
  ].flatMap((words) => words.split(' ')),
)

export function isOrdinary(text: string): boolean {
  return text.split(/\s+/).every((word) => ORDINARY.has(foldName(word)))
}

/** Looks names up for the reading of one text, whose words are looked up several times: keeps what it found. */
export function knownNames(lookup: PlaceLookup): PlaceNames {
  const known = new Map<string, boolean>()

  function isName(text: string): boolean {
    const isOwn = (isCity(text) || lookup.isWritten(text)) && !INCOMPLETE.has(foldName(text)) && !isSide(text)
    const isWritten = isOwn || (isKnownCity(text) && isCity(text))
    const found = known.get(text) ?? (isWritten && !saysOnlyFilters(text))
    known.set(text, found)
    return found
  }

  /** Owners write anything before the city: 'Apartment', 'For rent' or 'Powai Flats' would take over searches. */
  function saysOnlyFilters(text: string): boolean {
    if (isKnownCity(text)) return false
    if (isOrdinary(text)) return true
    const { filters, place } = readSearchText(text)
    const isRead = Object.keys(filters).length > 0 || foldName(place) !== foldName(text)
    return isRead && (place === '' || isKnownCity(place) || isCity(place) || isFarSmaller(text, place))
  }

  function isFarSmaller(text: string, place: string): boolean {
    return lookup.sizeOf(lookup.localities(place)) > homesNamed(text) * FAR_MORE
  }

  function homesNamed(text: string): number {
    return lookup.sizeOf(lookup.inCity(text)) + lookup.sizeOf(lookup.localities(text))
  }

  /** South Delhi: one address that names it must not hide the homes of the city, but Greater Noida West is a town. */
  function isSide(text: string): boolean {
    const words = text.trim().split(/\s+/)
    const city = [words.slice(1), words.slice(0, -1)].find((rest) => isCity(rest.join(' ')))?.join(' ')
    const side = city && words.find((word) => !city.split(' ').includes(word))
    if (!city || !side || !SIDES.includes(foldName(side))) return false
    return lookup.sizeOf(lookup.inCity(city)) > homesNamed(text) * FAR_MORE
  }

  function isCity(text: string): boolean {
    return lookup.inCity(text).length > 0
  }

  return {
    isName,
    isCity,
    isDivided: (text) => lookup.isDivided(text) && !isOrdinary(text) && !INCOMPLETE.has(foldName(text)),
    homesIn: (text) => lookup.sizeOf(lookup.find(text)),
    isIn: (part, city) => lookup.localities(part, city).length > 0 && !lookup.isRatherCity(part, city),
  }
}
