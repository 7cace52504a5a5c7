import { cityKey, cityName } from '@aangan/contracts/cities'

/** Whether a searched place is probably a part of a city. */
export function isLocality(place: string): boolean {
  return place !== '' && cityName(cityKey(place)) === null
}
