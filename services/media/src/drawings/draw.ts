import type { Property } from '@aangan/contracts/post-constants'
import { apartmentFront, balcony } from './apartment.ts'
import { condoFront } from './condo.ts'
import { courtyard } from './courtyard.ts'
import { designHome, HEIGHT, type Scene, WIDTH } from './home.ts'
import { houseFront } from './house.ts'
import { room } from './interior.ts'
import { countryRoad, landFront, plan, shade } from './land.ts'
import { model } from './model.ts'
import { randomFrom } from './random.ts'
import { definitions } from './stamps.ts'
import { street } from './street.ts'

type View = (scene: Scene) => string

/** Front, model, outside, inside, street. */
const VIEWS: Record<Property, readonly View[]> = {
  apartment: [apartmentFront, model, balcony, room, street],
  house: [houseFront, model, courtyard, room, street],
  condo: [condoFront, model, balcony, room, street],
  land: [landFront, model, shade, plan, countryRoad],
}

export const VIEW_COUNT = 5

/** Deterministic SVG document of 2 to 8 kB. */
export function drawHome(property: Property, seed: string, view: number): string {
  const draw = VIEWS[property][view]
  if (draw === undefined) throw new RangeError(`view is ${view}; it may be 0 to ${VIEW_COUNT - 1}`)
  const home = designHome(property, seed)
  const content = draw({ home, random: randomFrom(`${property}/${seed}/${view}`) })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${definitions(home, content)}${content}</svg>\n`
}
