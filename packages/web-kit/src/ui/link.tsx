import type { ComponentProps, MouseEvent } from 'react'
import { useRemote } from '../context.tsx'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the site, without its base path: `/list?city=Pune`. */
  to: string
  /** Called when this tab follows the link, not when it is opened in another one. */
  onFollow?: () => void
}

/** A link inside the site: an ordinary one to the browser, which also opens it in a new tab; a plain click stays. */
export function Link({ to, onClick, onFollow, ...rest }: LinkProps) {
  const { basePath, navigate } = useRemote()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    onFollow?.()
    navigate(to)
  }

  return <a {...rest} href={basePath + to} onClick={follow} />
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
