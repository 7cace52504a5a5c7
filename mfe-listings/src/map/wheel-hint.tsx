import * as s from './wheel-hint.module.css'

/** Says how to zoom to those who turned the wheel, then fades. `turns` counts how often that was. */
export function WheelHint({ turns }: { turns: number }) {
  if (turns === 0) return null
  return (
    // The buttons and the map's description say it to everyone else.
    <p key={turns} className={s.hint} aria-hidden="true">
      Double click, or use + and −, to zoom
    </p>
  )
}
