import { Link } from '@aangan/remote/link'
import { activeFilters, searchForAll } from './filters.ts'
import { useDropEdits } from './use-filter-form.ts'

interface ClearAllProps {
  search: string
  className: string | undefined
  onFollow?: () => void
}

/** Links to all homes; nothing where removing the only filter does the same. */
export function ClearAll({ search, className, onFollow }: ClearAllProps) {
  const dropEdits = useDropEdits()
  if (activeFilters(search).length < 2) return null
  return (
    <Link
      className={className}
      to={`/list${searchForAll(search)}`}
      onFollow={() => {
        dropEdits()
        onFollow?.()
      }}
    >
      Clear all
    </Link>
  )
}
