import { Button, LinkButton } from '@aangan/design/button'
import { useRemote, useSession } from '@aangan/remote/context'
import Bookmark from 'lucide-react/icons/bookmark'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { shallowEqual, useDispatch, useSelector } from 'react-redux'
import { AlertChoice } from './alert-choice.tsx'
import { type ListRoot, saveWanted, selectSaveWanted } from './list-slice.ts'
import { filtersIn, useSavedSearchQuery, useSaveSearchMutation } from './saved-search-api.ts'
import * as s from './use-save-search.module.css'

interface Shown {
  /** What was typed; null if it cannot be shown. */
  typed: string | null
  /** Before the results it is not known what the text of a search means. */
  isAnswered: boolean
}

/**
 * The button that saves the current search, or the link to the saved ones; and what follows from pressing it: when to
 * mail new homes, or why it failed.
 */
export function useSaveSearch(search: string, shown: Shown): [button: ReactNode, answer: ReactNode] {
  const filters = filtersIn(search)
  const { saved, made, save, isSaving, error } = useSaving(filters, shown.isAnswered)
  // The link that replaces the pressed button takes over the focus.
  const pressed = useRef<string>(null)
  const [isHeld, press] = useHeld(shown, () => {
    pressed.current = filters
    save()
  })
  const button = saved ? (
    <SavedLink
      onShown={(link) => {
        if (pressed.current === filters) link.focus()
        pressed.current = null
      }}
    />
  ) : (
    <Button
      variant="quiet"
      dense
      className={s.save}
      busy={isSaving || isHeld}
      icon={<Bookmark size={18} />}
      onClick={press}
    >
      <span>
        Save<span className={s.rest}> this search</span>
      </span>
    </Button>
  )
  const failure = error && (
    <p className={s.error} role="alert">
      {error.message}
    </p>
  )
  return [button, made ? <AlertChoice key={made.id} saved={made} /> : failure]
}

/** Holds a press until the results are there; drops it if other ones are asked for, or none can be shown. */
function useHeld({ typed, isAnswered }: Shown, act: () => void): [isHeld: boolean, press: () => void] {
  const [held, setHeld] = useState<string | null>(null)
  const isCurrent = held === typed
  useEffect(() => {
    if (held === null || (isCurrent && !isAnswered)) return
    setHeld(null)
    if (isCurrent) act()
  })
  return [held !== null && isCurrent, () => setHeld(typed)]
}

function SavedLink({ onShown }: { onShown: (link: HTMLElement) => void }) {
  return (
    <LinkButton
      variant="quiet"
      dense
      className={s.save}
      to="/profile?tab=searches"
      aria-label="Search saved. See your saved searches"
      icon={<Bookmark className={s.saved} size={18} fill="currentColor" />}
      ref={(link) => {
        if (link) onShown(link)
      }}
    >
      <span>
        <span className={s.rest}>Search </span>
        <span className={s.word}>saved</span>
      </span>
    </LinkButton>
  )
}

/** The mutation still holds the result for another search, or of another user. */
const NOT_SENT = { data: undefined, isLoading: false, error: undefined }

/** Visitors sign in first; the search is saved when they return. */
function useSaving(filters: string, isAnswered: boolean) {
  const { session } = useRemote()
  const { status, user } = useSession()
  const userId = user?.id
  const dispatch = useDispatch()
  const isWanted = useSelector((root: ListRoot) => selectSaveWanted(root) === filters)
  const { currentData: found } = useSavedSearchQuery(filters, { skip: status !== 'user' || !isAnswered })
  const [send, sent] = useSaveSearchMutation()

  // They came back without signing in: drop the pending save, since somebody else may sign in next. A layout effect, so
  // that nothing can be pressed before it.
  useLayoutEffect(() => {
    if (status === 'visitor') dispatch(saveWanted(null))
  }, [status, dispatch])

  useEffect(() => {
    if (status !== 'user' || !isWanted) return
    dispatch(saveWanted(null))
    void send({ filters, userId })
  }, [status, isWanted, dispatch, send, filters, userId])

  function save() {
    if (status !== 'visitor') return void send({ filters, userId })
    dispatch(saveWanted(filters))
    session.signIn('Sign in to save this search')
  }

  const { data, isLoading, error } = shallowEqual(sent.originalArgs, { filters, userId }) ? sent : NOT_SENT
  const made = status === 'user' ? data : undefined
  return { saved: made ?? (status === 'user' && found), made, save, isSaving: isLoading, error }
}
