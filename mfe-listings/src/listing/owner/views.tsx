import { RetryButton } from '@aangan/design/retry-button'
import { Skeleton } from '@aangan/design/skeleton'
import { useFormat } from '@aangan/remote/format'
import { useViewsQuery } from './api.ts'
import { lastDays, sumOf } from './days.ts'
import * as s from './views.module.css'
import { DaysTable, ViewsChart, viewsOf } from './views-chart.tsx'

export function Views({ id }: { id: string }) {
  return (
    <section className={s.views} aria-labelledby="views-title">
      <h3 className={s.title} id="views-title">
        Views
      </h3>
      <Record id={id} />
    </section>
  )
}

function Record({ id }: { id: string }) {
  const format = useFormat()
  // Always current when opened.
  const { data, error, isFetching, refetch } = useViewsQuery(id, { refetchOnMountOrArgChange: true })
  if (error) {
    return (
      <div role="alert">
        <p className={s.text}>{`View counts could not be loaded. ${error.message}`}</p>
        <RetryButton dense busy={isFetching} onClick={() => void refetch()} />
      </div>
    )
  }
  if (!data) return <Skeleton className={s.coming} />
  if (data.total === 0) return <p className={s.text}>No views yet. Your own visits are not counted.</p>
  const now = new Date()
  const days = lastDays(data.days, now)
  return (
    <>
      <p className={s.text}>
        <strong>{viewsOf(data.total, format)}</strong>
        <span>{` in total, ${format.number(sumOf(days))} in the last ${days.length} days. Your own visits are not counted. Each day starts at 5:30 am.`}</span>
      </p>
      <ViewsChart days={days} now={now} />
      <DaysTable days={days} />
    </>
  )
}
