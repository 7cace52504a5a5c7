import { useFormat } from '@aangan/remote/format'
import { useIsServed } from '@aangan/remote/use-is-served'

interface AgoProps {
  className?: string | undefined
  /** ISO. */
  time: string
}

/** How long ago that was. */
export function Ago({ className, time }: AgoProps) {
  const format = useFormat()
  // The server rendered it earlier, days ago if the browser has kept the page, and React leaves the text that it finds: the
  // second render makes a new element.
  const key = useIsServed() ? 'served' : 'now'
  return (
    <time key={key} className={className} dateTime={time} title={format.date(time)} suppressHydrationWarning>
      {format.ago(time)}
    </time>
  )
}
