import { type Static, Type } from 'typebox'

/** Variables of the environment that this service alone reads. */
export const __Name__Config = Type.Object({})
export type __Name__Config = Static<typeof __Name__Config>
