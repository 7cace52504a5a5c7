/** Focuses the field `name`, for example the first invalid one. An editor is `contenteditable`, not a form control. */
export function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name) ?? form.querySelector(`[data-field="${name}"] [contenteditable]`)
  if (control instanceof HTMLElement) control.focus()
}
