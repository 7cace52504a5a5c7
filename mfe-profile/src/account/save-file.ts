/** Downloads text as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  // Some browsers read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

const KEPT_MS = 60_000
