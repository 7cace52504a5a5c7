import { WITHOUT_FONT } from '@aangan/contracts/page'

/** Also in its own font, which a first visit loads last. */
export const READY = `document.readyState === 'complete' && document.fonts.status === 'loaded' &&
  !document.documentElement.hasAttribute('${WITHOUT_FONT}') && document.querySelector('h1')`

/** True once no element of this selector, a placeholder, is left. Some load only when they are scrolled to. */
export const COMPLETE = `!(() => {
  const placeholder = document.querySelector(arguments[0])
  placeholder?.scrollIntoView({ behavior: 'instant' })
  return placeholder
})()`

/** Returns the first visible element of a selector with this name or text. */
export const FIND = `
  const [selector, name] = arguments
  const plain = (text) => text.replaceAll(/\\s+/g, ' ').trim()
  const nameOf = (element) => element.getAttribute('aria-label') ??
    (element.labels?.length ? element.labels[0].textContent : element.alt ?? element.textContent)
  return [...document.querySelectorAll(selector)].find((element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0 &&
    (name === null || plain(nameOf(element)) === name)) ?? null`

/** Keeps the page drawing for some seconds: a screenshot of an idle page never ends in WebKit. */
export const DRAW = `
  const dot = document.body.appendChild(document.createElement('i'))
  Object.assign(dot.style, { position: 'fixed', inset: '0 auto auto 0', width: '1px', height: '1px' })
  let frames = 0
  function draw() {
    frames += 1
    dot.style.background = frames % 2 ? '#fff' : '#eee'
    if (frames < 300) requestAnimationFrame(draw)
    else dot.remove()
  }
  draw()`

/**
 * Gives the focus to each control of the page in turn, then to its text fields from the last to the first. Resolves with
 * those that are not in sight for a second afterwards.
 */
export const COVERED_WHILE_FOCUSED = `
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const FIELDS = 'input:not([type=radio], [type=checkbox], [type=file]), textarea'
  const inOrder = (selector) => [...document.querySelectorAll('main :is(' + selector + ')')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && control.tabIndex >= 0 && !control.disabled)
  const nameOf = (control) => control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent

  function isCovered(control) {
    const { left, right, top, bottom } = control.getBoundingClientRect()
    // A row that scrolls sideways may show only a part of it.
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    return [top + 2, bottom - 2].some((y) => {
      const target = document.elementFromPoint(x, y)
      return !target || !(control.contains(target) || target.contains(control) || target.closest('label')?.control === control)
    })
  }

  async function staysCovered(control) {
    control.focus()
    // WebKit scrolls in the second frame.
    for (let frames = 0; frames < 60; frames += 1) {
      await frame()
      if (frames > 2 && !isCovered(control)) return false
    }
    return true
  }

  return (async () => {
    const covered = []
    for (const control of [...inOrder('a[href], button, select, ' + FIELDS), ...inOrder(FIELDS).reverse()])
      if (await staysCovered(control)) covered.push(nameOf(control).trim())
    return covered
  })()`
