import type { UnreadContext } from '@aangan/contracts/remotes'

/**
 * Puts the number of unread chats before the page's name in the browser's tab, whoever names it.
 * @param onNamed hears every name that a remote gives the page: it sets the document's title, and that is all that the
 * shell knows of it
 * @returns a function that names the page
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
    // What this wrote is no remote's name.
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
