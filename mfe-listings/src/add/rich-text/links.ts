import { type ContentState, EditorState, Modifier, type SelectionState } from 'draft-js'

export interface FoundLink {
  url: string
  /** All of its text. */
  selection: SelectionState
}

/** The link in which the selection begins; null where it begins in none. */
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

/** Has the selected text lead to an address, or the whole of the link that it is in; without either the address is written. */
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

/** Has the cursor behind the text that changed: a change of its links alone would leave it at the change before. */
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

/** An address as people type it, with the scheme that it lacks; null for what leads nowhere. */
export function readAddress(typed: string): string | null {
  const text = typed.trim()
  if (/^(https?:\/\/[^\s.]+\.\S+|mailto:\S+@\S+|tel:\+?[\d\s-]{3,})$/i.test(text)) return text
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  if (/^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(text)) return `https://${text}`
  return null
}

function shortOf(url: string): string {
  return url.replace(/^(https?:\/\/|mailto:|tel:)/i, '')
}
