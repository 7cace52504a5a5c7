import { LISTING_LIMITS } from '@aangan/contracts/post-constants'
import { textLengthOf } from '@aangan/contracts/text/html-text'
import { convertFromRaw, EditorState, Modifier, type RawDraftContentState } from 'draft-js'
import { fromHtml } from './from-html.ts'
import { htmlOfText } from './plain-text.ts'
import { toHtml } from './to-html.ts'

export interface Clipboard {
  text: string
  html: string | undefined
}

/** What is longer than a description may be can be shortened in the editor; far more would block the page. */
const MOST_PASTED = LISTING_LIMITS.descHtml

/** What to insert, or the length in characters of what is too long. */
type Read = { content: RawDraftContentState | null } | { tooLong: number }

/** Reads the HTML, or the text if no HTML with text was copied. Plain text is read first: HTML of a whole book is large. */
export function readClipboard({ text, html }: Clipboard): Read {
  const length = text.trim().length
  if (length > MOST_PASTED) return { tooLong: length }
  const rich = html ? fromHtml(html) : null
  const content = rich && hasText(rich) ? rich : fromHtml(htmlOfText(text))
  if (!hasText(content)) return { content: null }
  const written = toHtml(content)
  return written.length > MOST_PASTED ? { tooLong: textLengthOf(written) } : { content }
}

/** Replaces the selection. */
export function insert(content: RawDraftContentState, state: EditorState): EditorState {
  const fragment = convertFromRaw(content).getBlockMap()
  const changed = Modifier.replaceWithFragment(state.getCurrentContent(), state.getSelection(), fragment)
  return EditorState.push(state, changed, 'insert-fragment')
}

function hasText({ blocks }: RawDraftContentState): boolean {
  return blocks.some(({ text }) => text.trim() !== '')
}
