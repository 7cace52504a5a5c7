import { Button } from '@aangan/design/button'
import { RetryButton } from '@aangan/design/retry-button'
import Search from 'lucide-react/icons/search'
import * as s from './area-bar.module.css'
import type { Area } from './use-area.ts'

interface AreaBarProps {
  /** Whether the shown area differs from the searched one. */
  offered: boolean
  state: Area['state']
  /** For screen readers. */
  says: string
  /** For everyone, instead. */
  notice: string | null
  onSearch: () => void
  onRetry: () => void
}

/** Overlay at the map's top: "Search this area", loading and error state, and what there is on the map. */
export function AreaBar({ offered, state, says, notice, onSearch, onRetry }: AreaBarProps) {
  return (
    <div className={s.bar}>
      {offered && (
        <Button variant="quiet" dense className={s.pill} icon={<Search size={16} />} onClick={onSearch}>
          Search this area
        </Button>
      )}
      {state === 'loading' && <span className={s.progress} />}
      {state === 'failed' && (
        <div role="alert">
          <RetryButton dense className={s.pill} onClick={onRetry}>
            Could not load homes. Try again
          </RetryButton>
        </div>
      )}
      <p className={notice === null ? s.unseen : s.notice} role="status">
        {notice ?? says}
      </p>
    </div>
  )
}
