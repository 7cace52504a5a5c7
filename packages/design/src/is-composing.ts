import type { KeyboardEvent } from 'react'

/** An input method is composing and handles keys itself. Safari only reports key code 229. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}
