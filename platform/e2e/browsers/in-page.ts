export const READY = `document.readyState === 'complete' && document.fonts.status === 'loaded' && document.querySelector('h1')`

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
