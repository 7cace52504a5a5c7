export interface OutlineColours {
  land: string
  coast: string
  label: string
  font: string
}

/** Resolves CSS variables, which a canvas does not support. */
export function readColours(element: HTMLElement): OutlineColours {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
  return { land: colour('land'), coast: colour('coast'), label: colour('label'), font: style.fontFamily }
}
