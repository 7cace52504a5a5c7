import * as s from './wheel-hint.module.css'

/** Explains zooming after a wheel turn, then fades out. `turns` restarts it. */
export function WheelHint({ turns }: { turns: number }) {
  if (turns === 0) return null
  return (
    // Hidden: the buttons and the map's description explain it to screen-reader users.
    <p key={turns} className={s.hint} aria-hidden="true">
      Double click, or use + and −, to zoom
    </p>
  )
}
