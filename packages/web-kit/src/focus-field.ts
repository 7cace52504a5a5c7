/** Moves the focus to the field `name` of `form`, such as the first one whose value is refused. */
export function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
