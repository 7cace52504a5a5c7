import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { SelectField } from '@aangan/web-kit/ui/select-field'
import { Skeleton } from '@aangan/web-kit/ui/skeleton'
import { useChooseMessageMailsMutation, useMessageMailsQuery } from './mails-api.ts'
import * as s from './message-mails.module.css'

const OPTIONS = [
  { value: 'on', label: 'When I am away' },
  { value: 'off', label: 'Never' },
]

export function MessageMails() {
  const { data, error, isFetching, refetch } = useMessageMailsQuery()
  const [choose, { error: unchanged }] = useChooseMessageMailsMutation()
  if (!data && !error) return <Skeleton className={s.choice} />
  if (!data) {
    const title = 'Your email settings could not be loaded'
    return <ErrorState title={title} message={error?.message} onRetry={refetch} retrying={isFetching} />
  }
  return (
    <div>
      <SelectField
        className={s.choice}
        label="Email me unread messages"
        dense
        value={data.isOn ? 'on' : 'off'}
        options={OPTIONS}
        onChange={({ target }) => void choose({ isOn: target.value === 'on' })}
      />
      {unchanged && (
        <p className={s.error} role="alert">
          {unchanged.message}
        </p>
      )}
    </div>
  )
}
