import { Button, LinkButton } from '@aangan/web-kit/ui/button'
import { TextField } from '@aangan/web-kit/ui/text-field'
import type { FormEvent } from 'react'
import { navigate } from '../navigation/history.ts'
import * as s from './page.module.css'

interface ErrorScreenProps {
  /** As specified. */
  title: string
  message: string
  onRetry?: () => void
}

export function ErrorScreen({ title, message, onRetry }: ErrorScreenProps) {
  return (
    <div className={s.error} role="alert">
      <h1 className={s.errorTitle}>{title}</h1>
      <p className={s.errorMessage}>{message}</p>
      <div className={s.errorActions}>
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        <LinkButton to="/" variant={onRetry ? 'quiet' : 'primary'}>
          Go to the home page
        </LinkButton>
      </div>
      <form className={s.errorSearch} action="/list" onSubmit={search}>
        <TextField label="Or search homes by city" name="city" type="search" autoComplete="off" />
        <Button type="submit" variant="quiet">
          Search
        </Button>
      </form>
    </div>
  )
}

function search(event: FormEvent<HTMLFormElement>): void {
  event.preventDefault()
  const city = new FormData(event.currentTarget).get('city')
  navigate(`/list?${new URLSearchParams({ city: String(city ?? '').trim() })}`)
}
