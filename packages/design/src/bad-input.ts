/** Whether the text of a number input is not a number: its value is empty then, and only `validity` tells. */
export function hasBadInput(form: HTMLFormElement, name: string): boolean {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement && input.validity.badInput
}
