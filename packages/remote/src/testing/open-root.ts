import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished } from 'vitest'

/** A React root in an element of the page. Both go with the test. */
export function openRoot(): { host: HTMLElement; root: Root } {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  return { host, root }
}
