import { oneLine } from '@aangan/contracts/text/characters'
import { Button } from '@aangan/design/button'
import { TextField } from '@aangan/design/text-field'
import { useRemote } from '@aangan/remote/context'
import type { FormEvent } from 'react'
import * as s from './city-search.module.css'

/** The way on from an error page. Without suggestions, since their request may fail like the page's own. */
export function CitySearch() {
  const { basePath, navigate } = useRemote()

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const city = new FormData(event.currentTarget).get('city')
    navigate(`/list?${new URLSearchParams({ city: oneLine(String(city ?? '')) })}`)
  }
  return (
    <search>
      <form className={s.search} action={`${basePath}/list`} onSubmit={search}>
        <TextField label="Or search homes by city" name="city" type="search" autoComplete="off" />
        <Button type="submit" variant="quiet">
          Search
        </Button>
      </form>
    </search>
  )
}
