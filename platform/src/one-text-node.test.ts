import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { ROOT } from '../bin/lib/root.js'

const ROOMS = readdirSync(ROOT).filter((name) => name.startsWith('mfe-'))

/** `{' '}` is text; elements, and what may be one, are null. */
type Child = { isText: boolean; words: string } | null

function childOf(node: ts.JsxChild): Child {
  if (ts.isJsxText(node)) return { isText: true, words: node.text }
  if (!ts.isJsxExpression(node) || !node.expression) return null
  if (ts.isStringLiteral(node.expression)) return { isText: true, words: node.expression.text }
  return holdsElements(node.expression) ? null : { isText: false, words: node.expression.getText() }
}

function holdsElements(node: ts.Node): boolean {
  const isElement = ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)
  return isElement || ts.forEachChild(node, (child) => holdsElements(child) || undefined) === true
}

/** Whether React makes no text node of it: white space with a line break. */
function isFormatting({ isText, words }: NonNullable<Child>): boolean {
  return isText && words.trim() === '' && words.includes('\n')
}

function splitTexts(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  function visit(node: ts.Node): void {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) => !(ts.isJsxExpression(child) && !child.expression)).map(childOf)
      const kept = children.filter((child) => child === null || !isFormatting(child))
      const isSplit = kept.some((child, at) => {
        const next = kept[at + 1]
        return child && next && child.isText !== next.isText
      })
      if (isSplit) found.push(`${file}: ${node.getText().slice(0, 200)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/**
 * The browser's translation replaces text nodes, and React would go on changing the old ones: `Homes in {city}` makes
 * two, of which one stays as it was. An element with one text, `{`Homes in ${city}`}`, is changed as a whole.
 */
it('screens show each text as one node', () => {
  const files = [...ROOMS, 'shell', 'packages/remote', 'packages/design', 'packages/product'].flatMap((room) =>
    readdirSync(join(ROOT, room, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => `${room}/src/${name}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(splitTexts)).toEqual([])
})
