/** Takes the focus if it was on a removed or hidden element: keyboard and screen-reader users would start over at the top. */
export function takeLostFocus(element: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === body || !activeElement?.getClientRects().length) element?.focus({ preventScroll: true })
}
