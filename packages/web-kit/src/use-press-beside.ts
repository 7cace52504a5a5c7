import { type MouseEvent, useRef } from 'react'

/**
 * Handlers for a `<dialog>`: `onPress` is called for a press that begins and ends on its backdrop. A selection that is
 * dragged out of the dialog is none, although the browser then sends the dialog itself a click.
 */
export function usePressBeside(onPress: () => void) {
  const isBeside = useRef(false)
  return {
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      isBeside.current = isOnBackdrop(event)
    },
    onMouseUp: (event: MouseEvent<HTMLDialogElement>) => {
      isBeside.current &&= isOnBackdrop(event)
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      const wasBeside = isBeside.current
      isBeside.current = false
      // A press may end without a click, and the next click be that of a key in the dialog.
      if (wasBeside && isOnBackdrop(event)) onPress()
    },
  }
}

/** The backdrop has no element of its own: its events have the dialog as their target, and lie outside of its box. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isInside
}
