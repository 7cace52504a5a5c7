import type { UnreadContext } from '@aangan/contracts/remotes'

/**
 * Prefixes the document title with the number of unread chats.
 * @param onNamed called when a remote sets `document.title`, which is the shell's only notice of it
 * @returns a function that sets the title without the count
 */
export function countInTitle(
  { count$ }: Pick<UnreadContext, 'count$'>,
  onNamed: (name: string) => void,
): (name: string) => void {
  let name = document.title
  let count = 0
  const naming = new MutationObserver(hear)

  function hear(): void {
    name = document.title
    write()
    onNamed(name)
  }

  function write(): void {
    document.title = count === 0 ? name : `(${count}) ${name}`
    // Ignore our own change.
    naming.takeRecords()
  }

  const element = document.querySelector('title')
  if (element) naming.observe(element, { childList: true })
  count$.subscribe((next) => {
    if (naming.takeRecords().length > 0) hear()
    if (next === count) return
    count = next
    write()
  })
  return (next) => {
    name = next
    write()
  }
}
