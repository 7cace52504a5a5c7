/**
 * Returns what is wrong with the boxes of a page, a line for each: pictures without a size, content outside of its
 * parent, controls that something covers, and how far the page scrolls sideways. Absolute positions, negative margins,
 * transforms and whatever scrolls or is cut are meant.
 */
export const BOX_FAULTS = `
  const SLACK = 1.5
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="option"]'
  const boxOf = (element) => element.getBoundingClientRect()

  function closest(element, test) {
    for (let found = element; found; found = found.parentElement) if (test(found)) return found
    return null
  }

  /** Clipped to a pixel, for screen readers. */
  const isTiny = (element) => boxOf(element).width <= 1 && getComputedStyle(element).position === 'absolute'
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0 && !closest(element, isTiny)

  const isBlank = (element) =>
    element.matches('img, svg, video, canvas') && (boxOf(element).height < 1 || boxOf(element).width < 1)

  /** An inline parent is only as large as its text. */
  const blockAround = (element) =>
    closest(element.parentElement, (parent) => !['inline', 'contents'].includes(getComputedStyle(parent).display))

  const isPlaced = ({ position, transform, translate, left }) =>
    ['absolute', 'fixed'].includes(position) || transform !== 'none' || translate !== 'none' ||
    (position === 'relative' && !['auto', '0px'].includes(left))

  function isOutside(element) {
    const style = getComputedStyle(element)
    const parent = blockAround(element)
    if (isPlaced(style) || style.display === 'contents' || element.ownerSVGElement || !parent) return false
    if (getComputedStyle(parent).overflowX !== 'visible' || parent === document.documentElement) return false
    const [inner, outer] = [boxOf(element), boxOf(parent)]
    const slack = (side) => Math.max(0, -parseFloat(style['margin' + side])) + SLACK
    const isBeside = inner.left < outer.left - slack('Left') || inner.right > outer.right + slack('Right')
    const isBeyond = inner.top < outer.top - slack('Top') || inner.bottom > outer.bottom + slack('Bottom')
    return isBeside || (isBeyond && style.display !== 'inline')
  }

  function hasTextOutside(element) {
    const { display, overflowX } = getComputedStyle(element)
    if (display === 'inline' || overflowX !== 'visible' || element.ownerSVGElement) return false
    const { left, right } = boxOf(element)
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') return false
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].some((line) => line.left < left - SLACK || line.right > right + SLACK)
    })
  }

  /** A sticky bar may cover a control at the window's edge: it is tried in the middle next. */
  function isCovered(control) {
    return !['nearest', 'center'].some((block) => {
      control.scrollIntoView({ block, inline: block, behavior: 'instant' })
      // The middle of a link over two lines may be outside of it.
      const { x, y, width, height } = control.getClientRects()[0]
      const target = document.elementFromPoint(x + width / 2, y + height / 2)
      return target && (control.contains(target) || target.closest('label')?.control === control)
    })
  }

  const modal = document.querySelector('dialog:modal')
  const isControl = (element) =>
    element.matches(CONTROLS) && !element.matches('.skip-link') && !element.closest('[inert]') &&
    (!modal || modal.contains(element)) && getComputedStyle(element).pointerEvents !== 'none'

  const named = (element) => element.localName + [...element.classList].map((name) => '.' + name).join('')
  const described = (element) => named(element.parentElement) + ' > ' + named(element) + ' "' +
    (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40) + '" at ' +
    [boxOf(element), boxOf(blockAround(element))].map(({ x, y, width, height }) =>
      [x, y, width, height].map(Math.round).join(' ')).join(' in ')

  const { scrollWidth, clientWidth } = document.documentElement
  const seen = [...document.body.querySelectorAll('*')].filter(isSeen)
  const all = (fault, test) => seen.filter(test).map((element) => fault + ': ' + described(element))
  return [
    ...(scrollWidth > clientWidth ? ['the page scrolls sideways, to ' + scrollWidth] : []),
    ...all('a picture without a size', isBlank),
    ...all('outside of its parent', isOutside),
    ...all('text outside of its box', hasTextOutside),
    ...all('covered', (element) => isControl(element) && isCovered(element)),
  ]`
