import { commands } from 'vitest/browser'

/** Real browser input, including its default actions; each call takes a few frames. */
interface Input {
  movePointer(x: number, y: number, steps?: number): Promise<void>
  pressPointer(): Promise<void>
  releasePointer(): Promise<void>
  turnWheel(x: number, y: number): Promise<void>
  pressKey(key: string): Promise<void>
  typeText(text: string): Promise<void>
  swipe(from: [x: number, y: number], to: [x: number, y: number]): Promise<void>
  emulateMedia(medium: {
    media?: 'screen' | 'print'
    colorScheme?: 'light' | 'dark'
    reducedMotion?: 'reduce' | 'no-preference'
  }): Promise<void>
}

declare module 'vitest/browser' {
  interface BrowserCommands extends Input {}
}

export const input: Input = commands
