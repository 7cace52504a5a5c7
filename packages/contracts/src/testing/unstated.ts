import type { Static, TObject, TProperties, TSchema } from 'typebox'

type Unstated<T> = { [K in keyof T as null extends T[K] ? K : never]: null }

/** Returns all nullable fields as null: a listing without its optional facts. */
export function unstated<P extends TProperties>({ properties }: TObject<P>): Unstated<Static<TObject<P>>> {
  const nullable = Object.entries(properties).filter(([, schema]) => isNullable(schema))
  return Object.fromEntries(nullable.map(([name]) => [name, null])) as Unstated<Static<TObject<P>>>
}

function isNullable({ type, enum: values }: TSchema & { type?: unknown; enum?: unknown[] }): boolean {
  return [type].flat().includes('null') || values?.includes(null) === true
}
