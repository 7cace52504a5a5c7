import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'

const INLINE = new Set(['b', 'strong', 'i', 'em', 'u', 'ins', 's', 'del', 'a'])

/** Returns the text of a sanitised description on one line. */
export function plainText(html: string): string {
  return textOf(parseFragment(html)).replace(/\s+/g, ' ').trim()
}

function textOf(parent: Tree.ParentNode): string {
  return parent.childNodes
    .map((node) => {
      if ('value' in node) return node.value
      if (!('tagName' in node)) return ''
      return INLINE.has(node.tagName) ? textOf(node) : ` ${textOf(node)} `
    })
    .join('')
}

/** At most `length` characters and an ellipsis, cut between words if possible. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const head = text.slice(0, length)
  const space = head.lastIndexOf(' ')
  // Never within a surrogate pair.
  const kept = space > length / 2 ? head.slice(0, space) : head.slice(0, -1).replace(/[\ud800-\udbff]$/, '')
  return `${kept.replace(/[\s,;:.·–-]+$/, '')}…`
}
