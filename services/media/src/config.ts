import { type Static, Type } from 'typebox'

/** Nothing about drawings can be set; uploads bring the first variables. */
export const MediaConfig = Type.Object({})
export type MediaConfig = Static<typeof MediaConfig>
