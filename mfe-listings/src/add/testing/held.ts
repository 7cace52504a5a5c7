import { convertFromRaw, convertToRaw, type RawDraftContentState } from 'draft-js'

/** A content as the editor gives it back. */
export function held(content: RawDraftContentState): RawDraftContentState {
  return convertToRaw(convertFromRaw(content))
}
