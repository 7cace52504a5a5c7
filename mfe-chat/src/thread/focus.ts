/** Takes the focus where what had it has gone, or out of sight: the keyboard and a screen reader would start anew. */
export function takeLostFocus(element: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === body || !activeElement?.checkVisibility()) element?.focus({ preventScroll: true })
}
