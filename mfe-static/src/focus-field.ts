/** Where something is to be put right is where the reader goes on. */
export function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
