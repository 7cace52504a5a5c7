import type { FilterName } from '@aangan/contracts/post-filters'
import { useLayoutEffect, useRef, useState } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { checkFilters, type FilterErrors, keepEdits, readFilters } from './filters.ts'
import { editsDropped, entryShown, filterEdited, type ListRoot, selectEdits } from './list-slice.ts'

/**
 * The fields of the filters: what the address says, and over it what was entered since. That survives every change of
 * the address that is not a search of its own, such as another order, another page or a removed filter. The form is one
 * of its entry in the history.
 */
export function useFilterForm() {
  const dispatch = useDispatch()
  const { search, key: entry } = useLocation()
  const edits = useSelector((root: ListRoot) => selectEdits(root, entry))
  const { errors, setErrors } = useFoundErrors(search, (name) => name in keepEdits(edits, search))
  const applied = readFilters(search)
  useEntry(search, entry)
  return {
    applied,
    filters: { ...applied, ...edits },
    // What is wrong with the address is said until its field is changed.
    errors: { ...without(checkFilters(applied), Object.keys(edits)), ...errors },
    setErrors,
    change(name: FilterName, value: string) {
      dispatch(filterEdited({ entry, name, value }))
      setErrors(without(errors, [name]))
    },
    drop: () => void dispatch(editsDropped(entry)),
  }
}

/** Gives up what was entered and not searched for, where all filters are cleared. */
export function useDropEdits(): () => void {
  const dispatch = useDispatch()
  const { key } = useLocation()
  return () => void dispatch(editsDropped(key))
}

/** Before it is painted, a new address has what was entered at the one before. */
function useEntry(search: string, entry: string): void {
  const dispatch = useDispatch()
  const store = useStore<ListRoot>()
  const last = useRef(entry)
  useLayoutEffect(() => {
    const entered = selectEdits(store.getState(), last.current)
    dispatch(entryShown({ entry, edits: keepEdits(entered, search) }))
    last.current = entry
  }, [dispatch, store, entry, search])
}

/** What the last attempt to search found wrong; at another address only of what still stands in its field. */
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
