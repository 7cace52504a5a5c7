import { PROPERTIES, type Property } from '@aangan/contracts/post-constants'
import { VIEW_COUNT } from './drawings/draw.ts'

export interface DrawingAddress {
  property: Property
  seed: string
  view: number
}

const SEED = /^[0-9a-zA-Z-]{1,40}$/
const FILE = /^([0-9])\.svg$/

/** Null for an unknown kind, an invalid seed or an unknown view. */
export function readDrawingAddress(params: { property: string; seed: string; file: string }): DrawingAddress | null {
  const property = PROPERTIES.find((name) => name === params.property)
  const view = Number(FILE.exec(params.file)?.[1] ?? Number.NaN)
  if (property === undefined || !SEED.test(params.seed) || !(view < VIEW_COUNT)) return null
  return { property, seed: params.seed, view }
}

/** Null for any picture but our own drawings. */
export function readDrawingPath(url: string): DrawingAddress | null {
  const [, property = '', seed = '', file = ''] = /^\/media\/drawings\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(url) ?? []
  return readDrawingAddress({ property, seed, file })
}
