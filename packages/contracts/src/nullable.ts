import { type Static, type TSchema, Type } from 'typebox'

/**
 * A value or null, as one schema of two types. A union would be `anyOf`, for which serializing runs a validator of each
 * branch, compiled at its first use: that held the first answer up by tens of milliseconds.
 */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values }: { type?: unknown; enum?: readonly unknown[] } = schema
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(values === undefined ? {} : { enum: [...values, null] }),
  })
}
