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
  selectLeft,
  selectView,
} from './list-slice.ts'

function start() {
  return configureStore({ reducer: { list: listSlice.reducer } })
}

describe('the list', () => {
  it('has one active listing, which a card that is left later does not end', () => {
    const store = start()
    store.dispatch(activated('a'))
    store.dispatch(activated('b'))
    store.dispatch(deactivated('a'))
    expect(selectActiveId(store.getState())).toBe('b')
    store.dispatch(deactivated('b'))
    expect(selectActiveId(store.getState())).toBeNull()
  })

  it('knows where it was left for the map', () => {
    const store = start()
    store.dispatch(mapShown({ search: '?city=Pune', top: 1200 }))
    expect(selectView(store.getState())).toBe('map')
    store.dispatch(listShown())
    expect(selectView(store.getState())).toBe('list')
    expect(selectLeft(store.getState())).toEqual({ search: '?city=Pune', top: 1200 })
  })

  it('carries what was entered on to a new entry, and finds it again in an old one', () => {
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

  it('knows the page before one that was turned to, and of no other', () => {
    const store = start()
    store.dispatch(pageTurned({ from: '', to: '?after=x' }))
    expect(selectCameFrom(store.getState(), '?after=x')).toBe('')
    expect(selectCameFrom(store.getState(), '?after=y')).toBeUndefined()
  })
})
