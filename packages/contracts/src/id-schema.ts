import { Type } from 'typebox'
import { ID_PATTERN } from './ids.ts'

export const Id = Type.String({ pattern: ID_PATTERN })
