import { configureStore } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { keepEdits } from './filters.ts'
import {
  activated,
  deactivated,
  editsDropped,
  entryShown,
  filterEdited,
  listShown,
  listSlice,
  mapShown,
  pageTurned,
  selectActiveId,
  selectCameFrom,
  selectEdits,
  selectHomesBefore,
  selectLeft,
  selectView,
} from './list-slice.ts'

function start() {
  return configureStore({ reducer: { list: listSlice.reducer } })
}

describe('the list', () => {
  it('keeps one active listing, also when the pointer leaves another card later', () => {
    const store = start()
    store.dispatch(activated('a'))
    store.dispatch(activated('b'))
    store.dispatch(deactivated('a'))
    expect(selectActiveId(store.getState())).toBe('b')
    store.dispatch(deactivated('b'))
    expect(selectActiveId(store.getState())).toBeNull()
  })

  it('remembers the scroll position when the map is shown', () => {
    const store = start()
    store.dispatch(mapShown({ search: '?city=Pune', top: 1200 }))
    expect(selectView(store.getState())).toBe('map')
    store.dispatch(listShown())
    expect(selectView(store.getState())).toBe('list')
    expect(selectLeft(store.getState())).toEqual({ search: '?city=Pune', top: 1200 })
  })

  it('carries edits over to a new history entry, and restores those of an old one', () => {
    const store = start()
    const edits = (entry: string) => selectEdits(store.getState(), entry)
    store.dispatch(entryShown({ entry: 'a', edits: keepEdits(selectEdits(store.getState(), 'a'), '?type=buy') }))
    store.dispatch(filterEdited({ entry: 'a', name: 'city', value: 'Mumbai' }))
    store.dispatch(filterEdited({ entry: 'a', name: 'type', value: 'rent' }))
    store.dispatch(
      entryShown({ entry: 'b', edits: keepEdits(selectEdits(store.getState(), 'a'), '?type=rent&sort=price_asc') }),
    )
    expect(edits('b')).toEqual({ city: 'Mumbai' })
    store.dispatch(editsDropped('b'))
    store.dispatch(entryShown({ entry: 'c', edits: keepEdits(selectEdits(store.getState(), 'b'), '?city=Mumbai') }))
    expect(edits('c')).toEqual({})
    store.dispatch(entryShown({ entry: 'a', edits: keepEdits(selectEdits(store.getState(), 'c'), '?type=buy') }))
    expect(edits('a')).toEqual({ city: 'Mumbai', type: 'rent' })
    expect(edits('never shown')).toEqual({})
  })

  it('remembers the previous page only for pages reached with Next', () => {
    const store = start()
    store.dispatch(pageTurned({ from: '', to: '?after=x', homes: 20 }))
    expect(selectCameFrom(store.getState(), '?after=x')).toBe('')
    expect(selectCameFrom(store.getState(), '?after=y')).toBeUndefined()
  })

  it('knows the position of pages reached with Next, and not of one opened by its URL', () => {
    const store = start()
    const before = (search: string) => selectHomesBefore(store.getState(), search)
    store.dispatch(pageTurned({ from: '', to: '?after=x', homes: 20 }))
    store.dispatch(pageTurned({ from: '?after=x', to: '?after=y', homes: 20 }))
    store.dispatch(pageTurned({ from: '?after=shared', to: '?after=z', homes: 20 }))
    expect(['', '?after=x', '?after=y', '?after=shared', '?after=z'].map(before)).toEqual([0, 20, 40, null, null])
  })
})
