import {
  inOrder,
  isInIndia,
  type Coordinates as Place,
  readCoordinates,
  readDegrees,
} from '@aangan/contracts/text/coordinates'
import { quoted, type Reading, refused, understood } from './reading.ts'

export type { Place }

/** Parses a cell with both coordinates, in either order. */
export function readPoint(text: string): Reading<Place> {
  const place = readCoordinates(text)
  if (place === null) return refused(`the coordinates ${quoted(text)} are not two numbers such as "28.5456, 77.2543"`)
  return inIndia(place)
}

/** Parses a point in India. Swapped latitude and longitude are corrected. */
export function readPlace(latitudeText: string, longitudeText: string): Reading<Place> {
  const latitude = readDegrees(latitudeText)
  const longitude = readDegrees(longitudeText)
  if (latitudeText.trim() === '' || longitudeText.trim() === '') return refused('the coordinates are missing')
  if (latitude === null) return refused(`the latitude ${quoted(latitudeText)} is not degrees such as 28.5456`)
  if (longitude === null) return refused(`the longitude ${quoted(longitudeText)} is not degrees such as 77.2543`)
  return inIndia(inOrder({ latitude, longitude }))
}

function inIndia(place: Place): Reading<Place> {
  if (isInIndia(place)) return understood(place)
  if (place.latitude === 0 && place.longitude === 0)
    return refused('the coordinates are 0, 0, which usually means unknown')
  return refused(`the coordinates ${place.latitude}, ${place.longitude} are not in India`)
}
