import type { ComponentProps, MouseEvent } from 'react'
import { useRemote } from './context.tsx'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A site path without the base path: `/list?city=Pune`. */
  to: string
  /** History state, which React Router finds as its own. */
  state?: object | undefined
  /** Called when the link is followed in this tab, not when it opens in another one. */
  onFollow?: () => void
}

/** A plain click navigates in the page; modified clicks are left to the browser. */
export function Link({ to, state, onClick, onFollow, ...rest }: LinkProps) {
  const { basePath, navigate } = useRemote()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    onFollow?.()
    navigate(to, { state })
  }

  return <a {...rest} href={basePath + to} onClick={follow} />
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
