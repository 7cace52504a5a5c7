import { EditorState, RichUtils } from 'draft-js'
import Bold from 'lucide-react/icons/bold'
import Heading2 from 'lucide-react/icons/heading-2'
import Heading3 from 'lucide-react/icons/heading-3'
import Heading4 from 'lucide-react/icons/heading-4'
import Italic from 'lucide-react/icons/italic'
import Link from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Redo from 'lucide-react/icons/redo-2'
import Strikethrough from 'lucide-react/icons/strikethrough'
import Quote from 'lucide-react/icons/text-quote'
import Underline from 'lucide-react/icons/underline'
import Undo from 'lucide-react/icons/undo-2'
import { linkAt } from './links.ts'
import type { BlockKind, Style } from './vocabulary.ts'

export interface Tool {
  name: string
  keys?: string
  Icon: typeof Bold
  /** Starts a new group. */
  gap?: boolean
  /** Whether it applies at the cursor; omit for tools that do not toggle. */
  isOn?: (state: EditorState) => boolean
  isOff?: (state: EditorState) => boolean
  apply: ((state: EditorState) => EditorState) | 'link'
}

export const TOOLS: Tool[] = [
  { ...style('BOLD'), name: 'Bold', keys: 'Ctrl+B', Icon: Bold },
  { ...style('ITALIC'), name: 'Italic', keys: 'Ctrl+I', Icon: Italic },
  { ...style('UNDERLINE'), name: 'Underline', keys: 'Ctrl+U', Icon: Underline },
  { ...style('STRIKETHROUGH'), name: 'Strikethrough', Icon: Strikethrough },
  { ...block('header-two'), name: 'Large heading', Icon: Heading2, gap: true },
  { ...block('header-three'), name: 'Medium heading', Icon: Heading3 },
  { ...block('header-four'), name: 'Small heading', Icon: Heading4 },
  { ...block('unordered-list-item'), name: 'Bulleted list', Icon: List, gap: true },
  { ...block('ordered-list-item'), name: 'Numbered list', Icon: ListOrdered },
  { ...block('blockquote'), name: 'Quote', Icon: Quote },
  { name: 'Link', Icon: Link, gap: true, isOn: (state) => linkAt(state) !== null, apply: 'link' },
  {
    name: 'Undo',
    keys: 'Ctrl+Z',
    Icon: Undo,
    gap: true,
    isOff: (state) => state.getUndoStack().isEmpty(),
    apply: EditorState.undo,
  },
  {
    name: 'Redo',
    keys: 'Ctrl+Shift+Z',
    Icon: Redo,
    isOff: (state) => state.getRedoStack().isEmpty(),
    apply: EditorState.redo,
  },
]

function style(name: Style): Pick<Tool, 'isOn' | 'apply'> {
  return {
    isOn: (state) => state.getCurrentInlineStyle().has(name),
    apply: (state) => RichUtils.toggleInlineStyle(state, name),
  }
}

function block(kind: BlockKind): Pick<Tool, 'isOn' | 'apply'> {
  return {
    isOn: (state) => RichUtils.getCurrentBlockType(state) === kind,
    apply: (state) => RichUtils.toggleBlockType(state, kind),
  }
}
