import type { Page } from 'playwright-core'

/** Describes what a visitor could not read or reach on this page, or in its open dialog; empty if nothing. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(FIND_FAULTS)
}

/** Runs in the page. */
const FIND_FAULTS = `(() => {
  const root = document.documentElement
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const faults = new Set()
  const nameOf = (element, text = element.textContent) =>
    element.localName + '.' + [...element.classList].join('.') + ' "' + text.trim().slice(0, 40) + '"'
  const styleOf = (element) => getComputedStyle(element)
  const ancestors = (element) => {
    const found = []
    for (let at = element; at && at !== root; at = at.parentElement) found.push(at)
    return found
  }
  const inside = (inner, outer, slack = 1.5) =>
    inner.left >= outer.left - slack && inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack
  const isHiddenFromSight = (element) => ancestors(element).some((one) => {
    const { width, height, bottom } = one.getBoundingClientRect()
    const { opacity, position } = styleOf(one)
    return (width <= 1 && height <= 1) || opacity === '0' || (position === 'fixed' && bottom <= 0)
  })
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !isHiddenFromSight(element)

  const isBoxed = (element) => {
    const { display, borderTopWidth, borderLeftWidth, backgroundColor } = styleOf(element)
    return display !== 'inline' && display !== 'contents' &&
      (borderTopWidth !== '0px' && borderLeftWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)' || element.matches('a, button, label'))
  }

  // Sideways.
  const { clientWidth } = root
  const isClipped = (element) => ancestors(element.parentElement).some((one) => one !== document.body && styleOf(one).overflowX !== 'visible')
  if (root.scrollWidth > clientWidth)
    for (const element of scope.querySelectorAll('*'))
      if (element.getBoundingClientRect().right > clientWidth + 1 && isShown(element) && !isClipped(element)) faults.add('beyond the edge: ' + nameOf(element))
  if (scope.scrollWidth > scope.clientWidth + 1) faults.add('scrolls sideways: ' + nameOf(scope, ''))

  // Texts.
  const lines = []
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!node.data.trim() || parent.closest('script, style, option, svg, [aria-hidden=true]') || !isShown(parent)) continue
    const range = document.createRange()
    range.setStart(node, node.data.search(/\\S/))
    range.setEnd(node, node.data.trimEnd().length)
    const chain = ancestors(parent)
    const clip = chain.find((one) => styleOf(one).overflowX !== 'visible' || styleOf(one).overflowY !== 'visible')
    const isShortened = chain.some((one) => styleOf(one).webkitLineClamp !== 'none' || styleOf(one).textOverflow === 'ellipsis')
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue
      if (clip) {
        const { overflowX, overflowY } = styleOf(clip)
        const box = clip.getBoundingClientRect()
        const cut = (overflowX === 'hidden' || overflowX === 'clip') && (rect.left < box.left - 1.5 || rect.right > box.right + 1.5) ||
          (overflowY === 'hidden' || overflowY === 'clip') && (rect.top < box.top - 3 || rect.bottom > box.bottom + 3)
        if (cut && clip !== scope) faults.add((isShortened ? 'shortened: ' : 'cut: ') + nameOf(parent, node.data))
      }
      const within = chain.slice(0, clip ? chain.indexOf(clip) : -1).find((one) => isBoxed(one) && !inside(rect, one.getBoundingClientRect()))
      if (within) faults.add('runs over its box: ' + nameOf(parent, node.data) + ' of ' + nameOf(within, ''))
      const box = clip?.getBoundingClientRect()
      const isSeen = !box || (rect.top < box.bottom - 3 && rect.bottom > box.top + 3 && rect.left < box.right && rect.right > box.left)
      const seen = box ? { left: Math.max(rect.left, box.left), right: Math.min(rect.right, box.right), top: rect.top, bottom: rect.bottom, height: rect.height } : rect
      if (isSeen) lines.push({ rect: seen, parent, text: node.data, layer: chain.find((one) =>
        ['fixed', 'sticky'].includes(styleOf(one).position) || one.matches('[role=listbox], [role=dialog], dialog')) })
    }
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N},.]{2,10}(?![\\p{L}\\p{N}@])/gu)) {
      if (/[\\p{L}\\p{N}@.]/u.test(node.data[index - 1] ?? '')) continue
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
      if (tops.size > 1) faults.add('broken word: ' + word + ' in ' + nameOf(parent, node.data))
    }
  }

  // Fields.
  const pen = document.createElement('canvas').getContext('2d')
  for (const field of scope.querySelectorAll('select, input[placeholder]')) {
    if (!isShown(field)) continue
    const style = styleOf(field)
    pen.font = style.font
    const text = field.localName === 'select' ? field.selectedOptions[0]?.text ?? '' : field.value || field.placeholder
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    // What is as wide as the screen cannot be wider.
    if (field.offsetWidth < clientWidth * 0.7 && pen.measureText(text).width > room + 2) faults.add('does not fit: ' + text + ' in ' + nameOf(field, field.labels?.[0]?.textContent ?? ''))
  }

  // Texts over texts.
  for (const [at, one] of lines.entries())
    for (const other of lines.slice(at + 1)) {
      if (one.layer !== other.layer || one.parent === other.parent) continue
      const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
      if (width > 2 && height > Math.min(one.rect.height, other.rect.height) / 3)
        faults.add('overlap: ' + nameOf(one.parent, one.text) + ' and ' + nameOf(other.parent, other.text))
    }

  // What stays while the page scrolls.
  if (scope === document.body) {
    const middle = (root.scrollHeight - innerHeight) / 2
    const places = () => [...document.querySelectorAll('body *')].map((element) => [element, element.getBoundingClientRect()])
    scrollTo({ top: middle, behavior: 'instant' })
    const before = places()
    scrollTo({ top: middle + 8, behavior: 'instant' })
    const covering = before.filter(([element, { top, width }]) => width > innerWidth * 0.6 && isShown(element) &&
      ['fixed', 'sticky'].includes(styleOf(element).position) && Math.abs(element.getBoundingClientRect().top - top) < 1)
      .map(([element]) => element)
    const outer = covering.filter((element) => !covering.some((other) => other !== element && other.contains(element)))
    const covered = outer.reduce((sum, element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
    }, 0)
    if (middle > 8 && covered > innerHeight / 2) faults.add('cover ' + Math.round(covered / innerHeight * 100) + ' %: ' + outer.map((element) => nameOf(element)).join(' and '))
    scrollTo({ top: 0, behavior: 'instant' })
  }
  return [...faults]
})()`
