import { StopPage } from '../mails/stop-page.tsx'
import { useSearchTitle } from './use-search-title.ts'

/** `/searches/stop`: stops emails about one saved search. */
export function Stop() {
  return (
    <StopPage
      kind="/users/searches"
      about={(mails) => 'search' in mails && <Words search={mails.search} />}
      choice={{ to: '/profile?tab=searches', label: 'See your saved searches' }}
    />
  )
}

function Words({ search }: { search: string }) {
  return `New homes for your saved search: ${useSearchTitle(search)}`
}
