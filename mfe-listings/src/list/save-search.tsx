import { useRemote, useSession } from '@aangan/web-kit/context'
import { Button, LinkButton } from '@aangan/web-kit/ui/button'
import Bookmark from 'lucide-react/icons/bookmark'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { type ListRoot, saveWanted, selectSaveWanted } from './list-slice.ts'
import * as s from './save-search.module.css'
import { filtersIn, useSavedSearchQuery, useSaveSearchMutation } from './saved-search-api.ts'

/** Saves the current search, or links to the saved ones. */
export function SaveSearch({ search }: { search: string }) {
  const filters = filtersIn(search)
  return <SaveFilters key={filters} filters={filters} />
}

function SaveFilters({ filters }: { filters: string }) {
  const { saved, save, isSaving, error } = useSaving(filters)
  // The link that replaces the pressed button takes over the focus.
  const wasPressed = useRef(false)
  return (
    <div className={s.save}>
      {saved ? (
        <LinkButton
          variant="quiet"
          dense
          to="/profile?tab=searches"
          aria-label="Search saved. See your saved searches"
          icon={<Bookmark className={s.saved} size={18} fill="currentColor" />}
          ref={(link) => {
            if (wasPressed.current) link?.focus()
            wasPressed.current = false
          }}
        >
          Search saved
        </LinkButton>
      ) : (
        <Button
          variant="quiet"
          dense
          busy={isSaving}
          icon={<Bookmark size={18} />}
          onClick={() => {
            wasPressed.current = true
            save()
          }}
        >
          Save this search
        </Button>
      )}
      {error && (
        <p className={s.error} role="alert">
          {error.message}
        </p>
      )}
    </div>
  )
}

/** Visitors sign in first; the search is saved when they return. */
function useSaving(filters: string) {
  const { session } = useRemote()
  const { status } = useSession()
  const dispatch = useDispatch()
  const isWanted = useSelector((root: ListRoot) => selectSaveWanted(root) === filters)
  const { currentData: found } = useSavedSearchQuery(filters, { skip: status !== 'user' })
  const [send, { data: made, isLoading, error }] = useSaveSearchMutation()

  // They came back without signing in: drop the pending save, since somebody else may sign in next. A layout effect, so
  // that nothing can be pressed before it.
  useLayoutEffect(() => {
    if (status === 'visitor') dispatch(saveWanted(null))
  }, [status, dispatch])

  useEffect(() => {
    if (status !== 'user' || !isWanted) return
    dispatch(saveWanted(null))
    void send(filters)
  }, [status, isWanted, dispatch, send, filters])

  function save() {
    if (status !== 'visitor') return void send(filters)
    dispatch(saveWanted(filters))
    session.signIn()
  }

  return { saved: status === 'user' && (made ?? found), save, isSaving: isLoading, error }
}
