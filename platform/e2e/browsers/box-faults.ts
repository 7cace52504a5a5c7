/**
 * Returns what is wrong with the page's boxes, one line each: pictures without a size, content outside of its parent,
 * controls that something covers, and whether the page scrolls sideways.
 */
export const BOX_FAULTS = `
  const SLACK = 1.5
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="option"]'
  const all = [...document.body.querySelectorAll('*')]
  const styleOf = (element) => getComputedStyle(element)
  const boxOf = (element) => element.getBoundingClientRect()
  const wording = (element) => element.localName + [...element.classList].map((name) => '.' + name).join('')
  const pathOf = (element) => [element.parentElement, element].map(wording).join(' > ') + ' "' +
    (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40) + '"'
  const sizeOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')

  /** Screen readers alone read what is clipped to a pixel. */
  const isTiny = (element) => boxOf(element).width <= 1 && styleOf(element).position === 'absolute'
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0 && !closest(element, isTiny)
  function closest(element, test) {
    for (let found = element; found; found = found.parentElement) if (test(found)) return found
    return null
  }

  const seen = all.filter(isSeen)
  const blank = seen.filter((element) => element.matches('img, svg, video, canvas')).filter((element) =>
    boxOf(element).height < 1 || boxOf(element).width < 1)

  /** The box around: inline ones are as wide as their text. */
  const around = (element) => closest(element.parentElement, (parent) => !['inline', 'contents'].includes(styleOf(parent).display))
  function isOut(inner, outer, margins = {}) {
    const beyond = (side) => Math.max(0, -parseFloat(margins['margin' + side] ?? 0)) + SLACK
    return inner.left < outer.left - beyond('Left') || inner.right > outer.right + beyond('Right')
  }
  const isPlaced = (style) => ['absolute', 'fixed'].includes(style.position) || style.transform !== 'none' ||
    style.translate !== 'none' || (style.position === 'relative' && (style.left !== '0px' || style.right !== '0px') && style.left !== 'auto')
  function isOutside(element) {
    const style = styleOf(element)
    if (isPlaced(style) || style.display === 'contents' || element.closest('svg') !== null && element.localName !== 'svg') return false
    const parent = around(element)
    if (!parent || styleOf(parent).overflowX !== 'visible' || parent === document.documentElement) return false
    return isOut(boxOf(element), boxOf(parent), style) || isBelow(boxOf(element), boxOf(parent), style)
  }
  function isBelow(inner, outer, style) {
    const beyond = (side) => Math.max(0, -parseFloat(style['margin' + side])) + SLACK
    return style.display !== 'inline' &&
      (inner.top < outer.top - beyond('Top') || inner.bottom > outer.bottom + beyond('Bottom'))
  }
  function hasTextOutside(element) {
    if (styleOf(element).display === 'inline' || styleOf(element).overflowX !== 'visible' || element.closest('svg')) return false
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') return false
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].some((rect) => isOut(rect, boxOf(element)))
    })
  }

  function isReachable(control) {
    return ['nearest', 'center'].some((block) => {
      control.scrollIntoView({ block, inline: block, behavior: 'instant' })
      // Of a link over two lines the middle is outside of it.
      const { x, y, width, height } = [...control.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ?? boxOf(control)
      const target = document.elementFromPoint(x + width / 2, y + height / 2)
      return target && (control.contains(target) || target.closest('label')?.control === control)
    })
  }
  const modal = document.querySelector('dialog:modal')
  const controls = seen.filter((element) => element.matches(CONTROLS) && !element.matches('.skip-link') &&
    (!modal || modal.contains(element)) && styleOf(element).pointerEvents !== 'none')

  const root = document.documentElement
  const sideways = root.scrollWidth > root.clientWidth ? ['scrolls sideways to ' + root.scrollWidth] : []
  return [
    ...sideways,
    ...blank.map((element) => 'a picture without a size: ' + pathOf(element)),
    ...seen.filter(isOutside).map((element) => 'outside of its parent: ' + pathOf(element) + ' ' + sizeOf(boxOf(element)) + ' in ' + sizeOf(boxOf(around(element)))),
    ...seen.filter(hasTextOutside).map((element) => 'text outside: ' + pathOf(element)),
    ...controls.filter((control) => !isReachable(control)).map((control) => 'covered: ' + pathOf(control)),
  ]`
