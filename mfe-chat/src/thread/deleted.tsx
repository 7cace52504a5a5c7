import * as s from './block.module.css'

/** Replaces the composer. */
export function Deleted() {
  return (
    <div className={s.blocked} role="status">
      <p>This person has deleted their account. You can still read your messages, but not write.</p>
    </div>
  )
}
