import { type ComponentProps, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useBackdropPress } from './use-backdrop-press.ts'

type ModalProps = Omit<
  ComponentProps<'dialog'>,
  'ref' | 'open' | 'onClose' | 'onCancel' | 'onClick' | 'onMouseDown' | 'onMouseUp'
> & {
  /** Called on Escape and on a press on the backdrop; the caller unmounts the dialog. */
  onClose: () => void
  /** Non-modal: the rest of the page stays usable. May change while open. */
  inPage?: boolean
  /** Cannot be closed: what it has begun ends by itself. */
  busy?: boolean
}

/** A native `<dialog>`, open while mounted: it holds the focus and restores it when unmounted. Styling is up to the caller. */
export function Modal({ onClose, inPage = false, busy = false, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focused = useRef<Element>(null)
  const backdrop = useBackdropPress(() => busy || onClose())

  // A layout effect: the element must still be in the document for the browser to restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (inPage) {
      element.show()
      element.scrollIntoView({ block: 'nearest' })
    } else {
      lockScroll()
      element.showModal()
    }
    // The shell hides a page until it is complete, and hidden elements cannot take the focus.
    const sight = new ResizeObserver(() => {
      if (element.getClientRects().length === 0) return
      sight.disconnect()
      if (!element.contains(document.activeElement)) element.focus()
    })
    sight.observe(element)
    if (focused.current instanceof HTMLElement && element.contains(focused.current)) focused.current.focus()
    return () => {
      focused.current = document.activeElement
      sight.disconnect()
      element.close()
      unlockScroll()
    }
  }, [inPage])

  function closed() {
    // `close` also fires after reopening as the other kind.
    if (dialog.current?.open) return
    // Browsers let a page refuse the first Escape, but not the second.
    if (busy) dialog.current?.showModal()
    else onClose()
  }

  function refuse(event: SyntheticEvent) {
    if (busy) event.preventDefault()
  }

  return <dialog {...rest} {...backdrop} ref={dialog} tabIndex={-1} onCancel={refuse} onClose={closed} />
}

/**
 * Locks the page's scroll position. Padding replaces the scroll bar, so that nothing moves: a `scrollbar-gutter` would
 * stay bright beside the dimmed page.
 */
function lockScroll(): void {
  const { documentElement: root, body } = document
  const scrollBar = window.innerWidth - root.clientWidth
  root.style.overflow = 'hidden'
  if (scrollBar > 0) body.style.paddingInlineEnd = `${scrollBar}px`
}

/** Asks the document: nested dialogs close in any order, and each remote has its own copy of this module. */
function unlockScroll(): void {
  if (document.querySelector('dialog:modal')) return
  document.documentElement.style.overflow = ''
  document.body.style.paddingInlineEnd = ''
}
