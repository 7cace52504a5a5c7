import { ErrorState } from '@aangan/design/error-state'
import { SelectField } from '@aangan/design/select-field'
import { Skeleton } from '@aangan/design/skeleton'
import { useChoice } from '@aangan/design/use-choice'
import { useChooseMessageMailsMutation, useMessageMailsQuery } from './mails-api.ts'
import * as s from './message-mails.module.css'

const OPTIONS = [
  { value: 'on', label: 'When I am away' },
  { value: 'off', label: 'Never' },
]

export function MessageMails() {
  const { data, error, isFetching, refetch } = useMessageMailsQuery()
  const [send, { error: unchanged }] = useChooseMessageMailsMutation()
  const [chosen, choose] = useChoice(data?.isOn ? 'on' : 'off', (choice) => send({ isOn: choice === 'on' }))
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
        value={chosen}
        options={OPTIONS}
        onChange={({ target }) => choose(target.value === 'on' ? 'on' : 'off')}
      />
      {unchanged && (
        <p className={s.error} role="alert">
          {unchanged.message}
        </p>
      )}
    </div>
  )
}
