import { ALERTS, type Alert, MAX_NEW } from '@aangan/contracts/account-constants'
import { ALERT_LABELS } from '@aangan/contracts/choice-labels'
import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { Badge } from '@aangan/design/badge'
import { Button } from '@aangan/design/button'
import { SelectField } from '@aangan/design/select-field'
import { useChoice } from '@aangan/design/use-choice'
import { Link } from '@aangan/remote/link'
import * as s from './saved-searches.module.css'
import { useChangeSearchMutation, useRemoveSearchMutation } from './searches-api.ts'
import { useSearchTitle } from './use-search-title.ts'

export function SearchRow({ search: saved, onRemoved }: { search: SavedSearch; onRemoved: () => void }) {
  const { id, search, newCount } = saved
  const title = useSearchTitle(search)
  const [change, { error: unchanged }] = useChangeSearchMutation()
  const [alert, choose] = useChoice(saved.alert, (chosen: Alert) => change({ id, alert: chosen }))
  const [remove, { isLoading, error: unremoved }] = useRemoveSearchMutation()
  const error = unchanged ?? unremoved

  async function leave() {
    const { data } = await remove(id)
    if (data) onRemoved()
  }

  return (
    <li className={s.row}>
      <p className={s.words}>
        {/* onClick, not onFollow: opening it in a new tab counts as seen too. */}
        <Link
          className={s.link}
          to={`/list${search && `?${search}`}`}
          onClick={() => void change({ id, isSeen: true })}
        >
          {title}
        </Link>{' '}
        {newCount ? <Badge tone="count">{`${newCount < MAX_NEW ? newCount : `${MAX_NEW}+`} new`}</Badge> : null}
      </p>
      <div className={s.controls}>
        <SelectField
          className={s.alert}
          label="Email me"
          aria-label={`Email me: ${title}`}
          dense
          value={alert}
          options={ALERTS.map((value) => ({ value, label: ALERT_LABELS[value] }))}
          onChange={({ target }) => choose(ALERTS.find((known) => known === target.value) ?? saved.alert)}
        />
        <Button variant="quiet" dense busy={isLoading} aria-label={`Remove ${title}`} onClick={leave}>
          Remove
        </Button>
      </div>
      {error && (
        <p className={s.error} role="alert">
          {error.message}
        </p>
      )}
    </li>
  )
}
