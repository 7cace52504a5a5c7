import type { Format } from '@aangan/contracts/format'
import { useFormat } from '@aangan/remote/format'
import { busiest, dateOf, isToday, sumOf, type ViewsOfDay } from './days.ts'
import * as s from './views.module.css'

/** In SVG units; the chart is stretched to its container's width. */
const [STEP, BAR, HEIGHT] = [10, 7, 60]

/** A bar per day, with a text summary for screen readers. */
export function ViewsChart({ days, now }: { days: ViewsOfDay[]; now: Date }) {
  const format = useFormat()
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const most = Math.max(1, ...days.map(({ count }) => count))
  return (
    <figure className={s.chart}>
      <svg
        className={s.bars}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={inWords(days, format)}
      >
        {days.map(({ day, count }, at) => {
          // At least a line, so that empty days are visible.
          const height = Math.max(1, (count / most) * HEIGHT)
          return (
            <rect key={day} x={at * STEP} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`${dateOf(day, format)}: ${viewsOf(count, format)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={s.span} aria-hidden="true">
        <span>{dateOf(first, format)}</span>
        <span>{isToday(last, now, format) ? 'Today' : dateOf(last, format)}</span>
      </figcaption>
    </figure>
  )
}

export function DaysTable({ days }: { days: ViewsOfDay[] }) {
  const format = useFormat()
  const filled = days.filter(({ count }) => count > 0).reverse()
  return (
    <details className={s.details}>
      <summary>Views by day</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Views</th>
          </tr>
        </thead>
        <tbody>
          {filled.map(({ day, count }) => (
            <tr key={day}>
              <td>{dateOf(day, format)}</td>
              <td>{format.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

export function viewsOf(count: number, format: Format): string {
  return `${format.number(count)} ${count === 1 ? 'view' : 'views'}`
}

function inWords(days: ViewsOfDay[], format: Format): string {
  const most = busiest(days)
  const all = `${viewsOf(sumOf(days), format)} in the last ${days.length} days`
  return most ? `${all}, most on ${dateOf(most.day, format)}: ${format.number(most.count)}` : all
}
