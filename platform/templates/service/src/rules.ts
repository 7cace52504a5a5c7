import { randomBytes } from 'node:crypto'
import type { NewNote, Note } from '@aangan/contracts/__name__'
import { refuse } from '@aangan/service-kit/query'
import type { DocumentEvent } from '@aangan/service-kit/writes/document'

const MAX_TEXT = 1_000

export interface NoteDoc {
  _id: string
  userId: string
  text: string
  createdAt: string
  rev: number
}

/** Throws BAD_REQUEST naming the field. */
export function toNoteDoc({ text }: NewNote, userId: string, now: Date): NoteDoc {
  const clean = text.trim()
  if (clean === '' || clean.length > MAX_TEXT) refuse('text', text, `1 to ${MAX_TEXT} characters`)
  return { _id: randomBytes(12).toString('hex'), userId, text: clean, createdAt: now.toISOString(), rev: 1 }
}

export function toNote({ _id, userId, text, createdAt }: NoteDoc): Note {
  return { id: _id, userId, text, createdAt }
}

export function noteChanged(note: NoteDoc): DocumentEvent {
  return { subject: '__name__.changed', data: toNote(note) }
}
