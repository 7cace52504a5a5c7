import { Type } from 'typebox'
import { MAX_CLIENT_ID } from './chat-constants.ts'

/** Chosen by the client, so that what it sends twice, after a lost response, is stored once. */
export const ClientId = Type.String({ pattern: `^[\\w.:-]{1,${MAX_CLIENT_ID}}$` })
