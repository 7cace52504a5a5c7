import { type Static, Type } from 'typebox'
import { Id } from './id-schema.ts'

export const Note = Type.Object({
  id: Id,
  userId: Id,
  text: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
})
export type Note = Static<typeof Note>

/** The body of `POST /__name__`: 1 to 1,000 characters. */
export const NewNote = Type.Object({ text: Type.String() }, { additionalProperties: false })
export type NewNote = Static<typeof NewNote>
