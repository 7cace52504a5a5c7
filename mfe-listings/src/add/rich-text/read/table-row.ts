import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { declarationsOf } from './declarations.ts'
import { attributeOf, isBlock, isElement, isText } from './elements.ts'

/** Whether every cell is one line, so that the row can be one. Mails use tables for their layout, too. */
export function isOneLine(row: Tree.Element): boolean {
  return row.childNodes.filter(isElement).every((cell) => hasOneLine(cell, 0))
}

function hasOneLine(element: Tree.Element, depth: number): boolean {
  const children = element.childNodes.filter((node) => isElement(node) || (isText(node) && node.value.trim() !== ''))
  const elements = children.filter(isElement)
  if (elements.some(({ tagName }) => SEVERAL_LINES.has(tagName))) return false
  if (
    children.length > 1 &&
    elements.some((child) => isBlock(child.tagName, declarationsOf(attributeOf(child, 'style'))))
  )
    return false
  return depth < DEEPEST && elements.every((child) => hasOneLine(child, depth + 1))
}

/** Of a cell's elements in each other; below a browser's limit and the call stack's. */
const DEEPEST = 50
const SEVERAL_LINES = new Set(['br', 'table', 'tr', 'ul', 'ol', 'li', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
