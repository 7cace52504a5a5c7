import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { fromHtml } from './from-html.ts'
import { isElement } from './read/elements.ts'
import { toHtml } from './to-html.ts'

const SAME_TAG: Record<string, string> = { b: 'strong', i: 'em', ins: 'u', del: 's' }

/** Whether the editor preserves `html`, apart from equivalent spellings. */
export function isHeld(html: string): boolean {
  return spelledAlike(toHtml(fromHtml(html))) === spelledAlike(html)
}

function spelledAlike(html: string): string {
  const fragment = parseFragment(html)
  unify(fragment)
  return serialize(fragment)
}

function unify(parent: Tree.ParentNode): void {
  for (const element of parent.childNodes.filter(isElement)) {
    const tag = SAME_TAG[element.tagName] ?? element.tagName
    element.tagName = tag
    element.nodeName = tag
    element.attrs = element.attrs.filter(({ name }) => name !== 'rel')
    unify(element)
  }
}
