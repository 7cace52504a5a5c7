import type { Page } from 'playwright-core'

/** Runs `LAYOUT_FAULTS` in the page. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => { ${LAYOUT_FAULTS} })()`)
}

const ELEMENTS = `
  const root = document.documentElement
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const styleOf = (element) => getComputedStyle(element)
  const boxOf = (element) => element.getBoundingClientRect()
  const nameOf = (element, text = element.textContent) =>
    element.localName + '.' + [...element.classList].join('.') + ' "' + text.trim().slice(0, 40) + '"'
  function chainOf(element) {
    const chain = []
    for (let at = element; at && at !== root && at !== scope; at = at.parentElement) chain.push(at)
    return chain
  }
  const isUnseen = (element) => {
    const { width, height, bottom } = boxOf(element)
    const { opacity, position } = styleOf(element)
    return (width <= 1 && height <= 1) || opacity === '0' || (position === 'fixed' && bottom <= 0) ||
      // WebKit may place what is fixed where it was before the last scroll.
      element.matches('.skip-link:not(:focus)')
  }
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !chainOf(element).some(isUnseen)
  const clips = (overflow) => overflow === 'hidden' || overflow === 'clip'`

const WIDTHS = `
  function beyondEdge() {
    if (root.scrollWidth <= root.clientWidth && scope.scrollWidth <= scope.clientWidth + 1) return []
    const scrolls = (element) => styleOf(element).overflowX !== 'visible'
    return ['scrolls sideways', ...[...scope.querySelectorAll('*')]
      .filter((element) => boxOf(element).right > root.clientWidth + 1 && isShown(element))
      .filter((element) => !chainOf(element.parentElement).some(scrolls))
      .map((element) => 'beyond the edge: ' + nameOf(element))]
  }`

const TEXTS = `
  function textsOf() {
    const texts = []
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (node.data.trim() && !parent.closest('script, style, option, svg, [aria-hidden=true]') && isShown(parent))
        texts.push({ node, parent })
    }
    return texts
  }
  function rectsOf(node, from, to) {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }
  const linesOf = () => textsOf().flatMap(({ node, parent }) => {
    const chain = chainOf(parent)
    const clip = chain.find((one) => styleOf(one).overflowX !== 'visible' || styleOf(one).overflowY !== 'visible')
    return rectsOf(node, node.data.search(/\\S/), node.data.trimEnd().length)
      .map((rect) => ({ rect, parent, text: node.data, chain, clip }))
  })
  const isBoxed = (element) => {
    const { display, borderTopWidth, borderLeftWidth, backgroundColor } = styleOf(element)
    const hasEdge = (borderTopWidth !== '0px' && borderLeftWidth !== '0px') || backgroundColor !== 'rgba(0, 0, 0, 0)'
    return !['inline', 'contents'].includes(display) && (hasEdge || element.matches('a, button, label'))
  }
  const exceeds = (rect, box, slack) => ({
    sideways: rect.left < box.left - slack || rect.right > box.right + slack,
    upright: rect.top < box.top - slack || rect.bottom > box.bottom + slack,
  })
  function faultsOfLine({ rect, parent, text, chain, clip }) {
    const faults = []
    if (clip) {
      const { sideways, upright } = exceeds(rect, boxOf(clip), 3)
      const isShortened = chain.some((one) => styleOf(one).webkitLineClamp !== 'none' || styleOf(one).textOverflow === 'ellipsis')
      if ((sideways && clips(styleOf(clip).overflowX)) || (upright && clips(styleOf(clip).overflowY)))
        // A link leads to the whole text.
        if (!(isShortened && parent.closest('a'))) faults.push((isShortened ? 'shortened: ' : 'cut: ') + nameOf(parent, text))
    }
    const over = (clip ? chain.slice(0, chain.indexOf(clip)) : chain).find((one) => {
      if (!isBoxed(one)) return false
      const { sideways, upright } = exceeds(rect, boxOf(one), 1.5)
      return sideways || upright
    })
    if (over) faults.push('runs over its box: ' + nameOf(parent, text) + ' of ' + nameOf(over, ''))
    return faults
  }
  const layerOf = ({ chain }) => chain.find((one) =>
    ['fixed', 'sticky'].includes(styleOf(one).position) || one.matches('[role=listbox], [role=dialog], dialog'))
  /** The visible part, null if there is none. */
  function partOf({ rect, clip }) {
    const box = clip && boxOf(clip)
    if (!box) return rect
    const [left, right] = [Math.max(rect.left, box.left), Math.min(rect.right, box.right)]
    const [top, bottom] = [Math.max(rect.top, box.top), Math.min(rect.bottom, box.bottom)]
    return right > left && bottom > top + 3 ? { left, right, top, bottom, height: rect.height } : null
  }
  function overlaps(lines) {
    const parts = lines.map((line) => ({ ...line, part: partOf(line), layer: layerOf(line) })).filter(({ part }) => part)
    return parts.flatMap((one, at) => parts.slice(at + 1).filter((other) => {
      if (one.layer !== other.layer || one.parent === other.parent) return false
      const width = Math.min(one.part.right, other.part.right) - Math.max(one.part.left, other.part.left)
      const height = Math.min(one.part.bottom, other.part.bottom) - Math.max(one.part.top, other.part.top)
      return width > 2 && height > Math.min(one.part.height, other.part.height) / 3
    }).map((other) => 'overlap: ' + nameOf(one.parent, one.text) + ' and ' + nameOf(other.parent, other.text)))
  }
  /** Names and addresses may be of any length: only words up to ten letters. */
  const brokenWords = () => textsOf().flatMap(({ node, parent }) =>
    [...node.data.matchAll(/(?<![\\p{L}\\p{N}@.])[\\p{L}\\p{N},.]{2,10}(?![\\p{L}\\p{N}@])/gu)]
      .filter(({ 0: word, index }) =>
        new Set(rectsOf(node, index, index + word.length).map(({ top }) => Math.round(top))).size > 1)
      .map(([word]) => 'broken word: ' + word + ' in ' + nameOf(parent, node.data)))`

const FIELDS = `
  function tightFields() {
    const pen = document.createElement('canvas').getContext('2d')
    return [...scope.querySelectorAll('select, input[placeholder]')].filter((field) => {
      // What is as wide as the screen cannot be wider.
      if (!isShown(field) || field.offsetWidth > root.clientWidth * 0.7) return false
      const { font, paddingLeft, paddingRight } = styleOf(field)
      pen.font = font
      const text = field.localName === 'select' ? field.selectedOptions[0]?.text : field.value || field.placeholder
      return pen.measureText(text ?? '').width > field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) + 2
    }).map((field) => 'does not fit: ' + nameOf(field, field.labels?.[0]?.textContent ?? ''))
  }`

const STICKY = `
  function coveringWhileScrolling() {
    const middle = (root.scrollHeight - innerHeight) / 2
    if (scope !== document.body || middle < 8) return []
    const isStuck = (element) => ['fixed', 'sticky'].includes(styleOf(element).position)
    scrollTo({ top: middle, behavior: 'instant' })
    const before = new Map([...document.querySelectorAll('body *')].filter((element) => isStuck(element) && isShown(element))
      .map((element) => [element, boxOf(element)]))
    scrollTo({ top: middle + 8, behavior: 'instant' })
    const covering = [...before].filter(([element, { top, width }]) =>
      width > innerWidth * 0.6 && Math.abs(boxOf(element).top - top) < 1).map(([element]) => element)
    const heights = covering.filter((element) => !covering.some((other) => other !== element && other.contains(element)))
      .map((element) => Math.max(0, Math.min(boxOf(element).bottom, innerHeight) - Math.max(boxOf(element).top, 0)))
    scrollTo({ top: 0, behavior: 'instant' })
    const covered = heights.reduce((sum, height) => sum + height, 0) / innerHeight
    return covered > 0.5 ? ['covers ' + Math.round(covered * 100) + ' %: ' + covering.map((one) => nameOf(one)).join(' and ')] : []
  }`

/**
 * The body of a function of a page. It describes what cannot be read or reached there, or in an open dialog: what lies
 * beyond the edge, is cut, runs over its box, breaks within a short word, does not fit its field, overlaps, or covers
 * the page while it scrolls.
 * 'shortened: …' is cut on purpose, by an ellipsis.
 */
export const LAYOUT_FAULTS = `${ELEMENTS} ${WIDTHS} ${TEXTS} ${FIELDS} ${STICKY}
  const lines = linesOf()
  return [...new Set([...beyondEdge(), ...lines.flatMap(faultsOfLine), ...overlaps(lines), ...brokenWords(), ...tightFields(),
    ...coveringWhileScrolling()])]`
