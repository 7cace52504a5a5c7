import * as s from './doorway.module.css'

export function Doorway() {
  return (
    <svg className={s.doorway} viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      <path className={s.ground} d="M8 108h144" />
      <path className={s.wall} d="M30 108V30q0-8 8-8h84q8 0 8 8v78z" />
      <path className={s.light} d="M58 108V66a22 22 0 0 1 44 0v42z" />
      <path className={s.floor} d="M58 108h44l16 8H42z" />
      <path className={s.line} d="M58 108V66a22 22 0 0 1 44 0v42M52 108V66a28 28 0 0 1 56 0v42" />
      <path className={s.door} d="M102 108V66a22 22 0 0 0-9-17.700v66z" />
      <circle className={s.knob} cx="96.500" cy="84" r="1.500" />
      <path className={s.toran} d="M55 50q6 7 10 0q5 7 10 0q5 7 10 0q5 7 10 0q5 7 10 0" />
      <path className={s.pot} d="M117 94h14l-2.500 14h-9z" />
      <path className={s.leaf} d="M124 94c-1-10-8-13-10-20c8 2 11 9 10 20c0-12 4-17 11-20c1 9-3 16-11 20z" />
    </svg>
  )
}
