import type { FilterName } from '@aangan/contracts/post-filters'
import { readEntryState, updateEntryState } from '@aangan/remote/entry-state'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { checkFilters, type Edits, type FilterErrors, keepEdits, readFilters } from './filters.ts'
import { editsDropped, entryShown, filterEdited, type ListRoot, selectEdits } from './list-slice.ts'

/**
 * The filter form: the filters in `search` overlaid with unsubmitted edits. Edits survive sorting, paging and removing a filter,
 * and belong to a history entry, which keeps them over a reload.
 */
export function useFilterForm(search: string) {
  const dispatch = useDispatch()
  const { key: entry } = useLocation()
  const edits = useSelector((root: ListRoot) => selectEdits(root, entry))
  const { errors, setErrors } = useFoundErrors(search, (name) => name in keepEdits(edits, search))
  const applied = readFilters(search)
  useEntry(search, entry)
  useEffect(() => {
    if (storedEdits(entry) || Object.keys(edits).length > 0) updateEntryState(entry, { edits })
  }, [entry, edits])
  return {
    applied,
    filters: { ...applied, ...edits },
    // Errors in the URL's filters are shown until the field is edited.
    errors: { ...without(checkFilters(applied), Object.keys(edits)), ...errors },
    setErrors,
    change(name: FilterName, value: string) {
      dispatch(filterEdited({ entry, name, value }))
      setErrors(without(errors, [name]))
    },
    drop: useDropEdits(),
  }
}

/** Discards unsubmitted edits, also for links that clear all filters. */
export function useDropEdits(): () => void {
  const dispatch = useDispatch()
  const { key } = useLocation()
  return () => {
    dispatch(editsDropped(key))
    // At once: what is dropped is usually followed by another history entry, and only the current one can be written.
    if (storedEdits(key)) updateEntryState(key, { edits: {} })
  }
}

/** Carries edits over to a new history entry before it is painted. */
function useEntry(search: string, entry: string): void {
  const dispatch = useDispatch()
  const store = useStore<ListRoot>()
  const last = useRef(entry)
  useLayoutEffect(() => {
    const entered = storedEdits(entry) ?? selectEdits(store.getState(), last.current)
    dispatch(entryShown({ entry, edits: keepEdits(entered, search) }))
    last.current = entry
  }, [dispatch, store, entry, search])
}

function storedEdits(entry: string): Edits | undefined {
  return readEntryState(entry).edits as Edits | undefined
}

/** Errors of the last submit; after navigation only those of fields that are still edited. */
function useFoundErrors(search: string, isEdited: (name: string) => boolean) {
  const [found, setFound] = useState<{ search: string; errors: FilterErrors }>({ search, errors: {} })
  const gone = found.search === search ? [] : Object.keys(found.errors).filter((name) => !isEdited(name))
  return {
    errors: without(found.errors, gone),
    setErrors: (errors: FilterErrors) => setFound({ search, errors }),
  }
}

function without(errors: FilterErrors, names: readonly string[]): FilterErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))
}
