import { type MouseEvent, useRef } from 'react'

/**
 * Handlers for a `<dialog>`: `onPress` is called for a press that starts and ends on the backdrop. Dragging a selection
 * out of the dialog does not count, although the browser then sends the dialog a click.
 */
export function useBackdropPress(onPress: () => void) {
  const startedOnBackdrop = useRef(false)
  return {
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      startedOnBackdrop.current = isOnBackdrop(event)
    },
    onMouseUp: (event: MouseEvent<HTMLDialogElement>) => {
      startedOnBackdrop.current &&= isOnBackdrop(event)
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      const wasOnBackdrop = startedOnBackdrop.current
      startedOnBackdrop.current = false
      // A press may end without a click, and the next click may come from the keyboard.
      if (wasOnBackdrop && isOnBackdrop(event)) onPress()
    },
  }
}

/** The backdrop has no element: its events target the dialog, with coordinates outside its box. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isInside
}
