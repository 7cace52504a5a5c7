import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { usePressBeside } from '../use-press-beside.ts'

type ModalProps = Omit<
  ComponentProps<'dialog'>,
  'ref' | 'open' | 'onClose' | 'onClick' | 'onMouseDown' | 'onMouseUp'
> & {
  /** Asked to go: by Escape, or by a press beside it. The caller takes it out of the tree. */
  onClose: () => void
  /** Leaves the rest of the page in use. It may change while the dialog is open. */
  inPage?: boolean
}

/**
 * The platform's own dialog, open for as long as it is in the tree: it keeps the focus, and gives it back to what had it
 * before. How it looks is the caller's: `Dialog` for a question, a class of its own for anything else.
 */
export function Modal({ onClose, inPage = false, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focused = useRef<Element>(null)
  const beside = usePressBeside(onClose)

  // In the layout phase: while the element is still in the document, so that the browser can give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const unlock = inPage ? undefined : lockScroll()
    if (inPage) {
      element.show()
      element.scrollIntoView({ block: 'nearest' })
    } else element.showModal()
    // What the shell keeps out of sight until it is whole cannot take the focus before.
    const sight = new ResizeObserver(() => {
      if (!element.checkVisibility()) return
      sight.disconnect()
      if (!element.contains(document.activeElement)) element.focus()
    })
    sight.observe(element)
    if (focused.current instanceof HTMLElement && element.contains(focused.current)) focused.current.focus()
    return () => {
      focused.current = document.activeElement
      sight.disconnect()
      unlock?.()
      element.close()
    }
  }, [inPage])

  function closed() {
    // It also says so when it is opened again at once, as the other kind.
    if (!dialog.current?.open) onClose()
  }

  return <dialog {...rest} {...beside} ref={dialog} tabIndex={-1} onClose={closed} />
}

/** The page behind stays where it is, and keeps the place of its scroll bar so that nothing moves. */
function lockScroll(): () => void {
  const { style } = document.documentElement
  const { overflow, scrollbarGutter } = style
  const hasBar = window.innerWidth > document.documentElement.clientWidth
  style.overflow = 'hidden'
  if (hasBar) style.scrollbarGutter = 'stable'
  return () => {
    style.overflow = overflow
    style.scrollbarGutter = scrollbarGutter
  }
}
