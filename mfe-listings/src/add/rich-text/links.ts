import { plainLine } from '@aangan/contracts/text/characters'
import { partsOf } from '@aangan/contracts/web-links'
import { type ContentState, EditorState, Modifier, type SelectionState } from 'draft-js'

export interface FoundLink {
  url: string
  /** The full text of the link. */
  selection: SelectionState
}

/** The link at the start of the selection, or null. */
export function linkAt(state: EditorState): FoundLink | null {
  const selection = state.getSelection()
  const content = state.getCurrentContent()
  const block = content.getBlockForKey(selection.getStartKey())
  const offset = selection.getStartOffset()
  const key =
    block.getEntityAt(offset) ?? (selection.isCollapsed() && offset > 0 ? block.getEntityAt(offset - 1) : null)
  if (key === null) return null
  const { url } = content.getEntity(key).getData() as { url: string }
  let found: FoundLink | null = null
  block.findEntityRanges(
    (sign) => sign.getEntity() === key,
    (start, end) => {
      const [anchorKey, focusKey] = [block.getKey(), block.getKey()]
      const range = { anchorKey, focusKey, anchorOffset: start, focusOffset: end, isBackward: false }
      found = { url, selection: selection.merge(range) }
    },
  )
  return found
}

/** Links the selection, or replaces the URL of the link at the cursor. With neither, inserts the URL as text. */
export function setLink(state: EditorState, url: string): EditorState {
  const target = linkAt(state)?.selection ?? state.getSelection()
  const content = state.getCurrentContent().createEntity('LINK', 'MUTABLE', { url, targetOption: '_self' })
  const key = content.getLastCreatedEntityKey()
  if (!target.isCollapsed()) return pushBehind(state, Modifier.applyEntity(content, target, key), target)
  const inserted = Modifier.insertText(content, target, shortOf(url), state.getCurrentInlineStyle(), key)
  return EditorState.push(state, inserted, 'insert-characters')
}

export function removeLink(state: EditorState): EditorState {
  const link = linkAt(state)
  if (!link) return state
  return pushBehind(state, Modifier.applyEntity(state.getCurrentContent(), link.selection, null), link.selection)
}

/** Moves the cursor to the end of `changed`: a change of entities alone would restore its previous position. */
function pushBehind(state: EditorState, content: ContentState, changed: SelectionState): EditorState {
  const [endKey, endOffset] = [changed.getEndKey(), changed.getEndOffset()]
  const behind = changed.merge({
    anchorKey: endKey,
    focusKey: endKey,
    anchorOffset: endOffset,
    focusOffset: endOffset,
    isBackward: false,
  })
  return EditorState.push(state, content.merge({ selectionAfter: behind }) as ContentState, 'apply-entity')
}

/** Completes a typed address with its scheme, without punctuation after it; null if it is not an address. */
export function readAddress(typed: string): string | null {
  const text = plainLine(typed)
  if (/^(mailto:\S+@\S+|tel:\+?[\d\s-]{3,})$/i.test(text)) return text
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  if (/\s/.test(text)) return null
  return webAddress(text) ?? webAddress(`https://${text}`)
}

function webAddress(text: string): string | null {
  const [link, ...after] = partsOf(text)
  if (!link?.href || after.some((part) => /[\p{L}\p{N}]/u.test(part.text))) return null
  return /^www\./i.test(link.text) ? `https://${link.text}` : link.text
}

function shortOf(url: string): string {
  return url.replace(/^(https?:\/\/|mailto:|tel:)/i, '')
}
