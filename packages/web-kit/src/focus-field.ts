/** Moves the focus to the field `name` of `form`, such as the first one whose value is refused; an editor is no control of a form. */
export function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name) ?? form.querySelector(`[data-field="${name}"] [contenteditable]`)
  if (control instanceof HTMLElement) control.focus()
}
