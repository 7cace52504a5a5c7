import { convertFromRaw, convertToRaw, type RawDraftContentState } from 'draft-js'

/** Round-trips content through the editor. */
export function held(content: RawDraftContentState): RawDraftContentState {
  return convertToRaw(convertFromRaw(content))
}
