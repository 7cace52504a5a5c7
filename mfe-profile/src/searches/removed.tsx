import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { Button } from '@aangan/design/button'
import { useEffect, useRef } from 'react'
import * as s from './saved-searches.module.css'
import { useSaveSearchMutation } from './searches-api.ts'
import { useSearchTitle } from './use-search-title.ts'

/** Replaces a removed search with an undo button until the page is left. */
export function Removed({ search: removed, onUndone }: { search: SavedSearch; onUndone: () => void }) {
  const { search, alert } = removed
  const title = useSearchTitle(search)
  const [save, { isLoading, error }] = useSaveSearchMutation()
  const words = useRef<HTMLParagraphElement>(null)

  // The focused button was removed with its row.
  useEffect(() => words.current?.focus(), [])

  async function undo() {
    const { data } = await save({ search, alert })
    if (data) onUndone()
  }

  return (
    <div className={s.removed}>
      <p ref={words} tabIndex={-1}>
        {`Removed: ${title}`}
      </p>
      <Button variant="quiet" dense busy={isLoading} aria-label={`Undo: keep ${title}`} onClick={undo}>
        Undo
      </Button>
      {error && (
        <p className={s.error} role="alert">
          {error.message}
        </p>
      )}
    </div>
  )
}
