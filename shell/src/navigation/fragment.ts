/** Scrolls to the element of the address's fragment. False if there is none, or it is not rendered. */
export function scrollToFragment(): boolean {
  const id = window.location.hash.slice(1)
  if (id === '') return false
  const element = document.getElementById(id) ?? document.getElementById(decoded(id))
  element?.scrollIntoView()
  return element !== null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
