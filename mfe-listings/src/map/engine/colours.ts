export interface OutlineColours {
  land: string
  coast: string
  label: string
  font: string
}

/** A canvas knows no variables: they are read from the element that has them. */
export function readColours(element: HTMLElement): OutlineColours {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
  return { land: colour('land'), coast: colour('coast'), label: colour('label'), font: style.fontFamily }
}
