import type { ChatThunk } from '../store.ts'
import { api } from './api.ts'

/** Retries what failed while the site was unreachable: else the chat would stay unread until its next message. */
export function markReadAgain(): ChatThunk {
  return (dispatch, getState) => {
    for (const [id, rev] of Object.entries(getState().reading)) {
      void dispatch(api.endpoints.read.initiate({ id, rev }, { track: false }))
    }
  }
}
