import * as s from './stats.module.css'

interface Stat {
  figure: string
  label: string
}

export function Stats({ title, stats }: { title: string; stats: readonly Stat[] }) {
  return (
    <section aria-label={title}>
      <dl className={s.stats}>
        {stats.map(({ figure, label }) => (
          <div key={label} className={s.stat}>
            <dt className={s.label}>{label}</dt>
            <dd className={s.figure}>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
