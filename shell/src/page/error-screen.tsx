import { LinkButton } from '@aangan/design/button'
import { RetryButton } from '@aangan/design/retry-button'
import { CitySearch } from '@aangan/product/city-search'
import * as s from './page.module.css'

interface ErrorScreenProps {
  /** As specified. */
  title: string
  message: string
  onRetry?: () => void
  /** 'Try again' if absent. */
  retryLabel?: string | undefined
}

export function ErrorScreen({ title, message, onRetry, retryLabel }: ErrorScreenProps) {
  return (
    <div className={s.error} role="alert">
      <h1 className={s.errorTitle}>{title}</h1>
      <p className={s.errorMessage}>{message}</p>
      <div className={s.errorActions}>
        {onRetry && (
          <RetryButton variant="primary" onClick={onRetry}>
            {retryLabel}
          </RetryButton>
        )}
        <LinkButton to="/" variant={onRetry ? 'quiet' : 'primary'}>
          Go to the home page
        </LinkButton>
      </div>
      <div className={s.errorSearch}>
        <CitySearch />
      </div>
    </div>
  )
}
