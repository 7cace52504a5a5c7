import { NewNote, Note } from '@aangan/contracts/__name__'
import { ErrorBody } from '@aangan/contracts/errors'
import { requireIdentity, signedInOnly } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { toNote, toNoteDoc } from './rules.ts'
import type { __Name__Store } from './store.ts'

const PAGE_SIZE = 50
const refused = { '4xx': ErrorBody }

export function add__Name__Routes(app: App, { notes, now }: { notes: __Name__Store; now: () => Date }): void {
  app.get('/__name__', { schema: { response: { 200: Type.Array(Note), ...refused } } }, async () => {
    return (await notes.latest(PAGE_SIZE)).map(toNote)
  })

  const add = { body: NewNote, response: { 201: Note, ...refused } }
  app.post('/__name__', { schema: add, preValidation: signedInOnly }, async (request, reply) => {
    const note = toNoteDoc(request.body, requireIdentity(request).id, now())
    await notes.add(note)
    return await reply.code(201).send(toNote(note))
  })
}
