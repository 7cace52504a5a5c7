import * as s from './lazy-map.module.css'

/** The place of a map, of its final size. */
export function LazyMap({ label }: { label: string }) {
  return <section className={s.frame} aria-label={label} />
}
