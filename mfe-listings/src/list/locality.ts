import { isCity } from '@aangan/contracts/city-labels'

/** Whether a searched place is probably a part of a city. */
export function isLocality(place: string): boolean {
  return place !== '' && !isCity(place)
}
