import type { Post } from '@aangan/contracts/posts'
import { useFormat } from '@aangan/remote/format'
import { useSite } from '@aangan/remote/site'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { boxText, isPoint, parseBox } from '../shared/geo.ts'
import { AreaBar } from './area-bar.tsx'
import { MAX_ZOOM, type MapEngine, type MapView } from './engine/engine.ts'
import { type KeptView, keepView, keptView } from './kept-view.ts'
import { countLabel, markLabel, NONE_HERE } from './labels.ts'
import { ListingPopup } from './listing-popup.tsx'
import { areaSearch } from './map-api.ts'
import { MapCanvas } from './map-canvas.tsx'
import { Markers } from './markers.tsx'
import { countHomes, type Mark, markOf, marksOfItems, marksOfPosts } from './marks.ts'
import { PlacePopup } from './place-popup.tsx'
import { Popup } from './popup.tsx'
import type { ResultsMapProps } from './results-map-props.ts'
import { fallbackTarget, isShown, type Target } from './target.ts'
import { useArea } from './use-area.ts'
import { useMapView } from './use-map-view.ts'
import { useTarget } from './use-target.ts'
import { useVisited } from './use-visited.ts'

export function ResultsMapView(props: ResultsMapProps) {
  const [open, setOpen] = useState<Mark | null>(null)
  const target = useTarget(props)
  const { mapCentre } = useSite()
  const [last, setLast] = useState(target)
  if (target && !isSame(target, last)) setLast(target)
  const shown = last ?? fallbackTarget(mapCentre)
  return (
    <MapCanvas
      target={shown}
      oneFinger
      homeLabel="Show all results"
      onHome={(engine) => engine.show(shown, { mine: true, smooth: true })}
      onPress={() => setOpen(null)}
    >
      {(engine) => (
        <Content {...props} known={target !== null} target={shown} engine={engine} open={open} setOpen={setOpen} />
      )}
    </MapCanvas>
  )
}

/** Returns the previous value while `hold` is true. */
function useHeld<T>(value: T, hold: boolean): T {
  const held = useRef(value)
  if (!hold) held.current = value
  return held.current
}

const NONE: readonly Post[] = []

interface ContentProps extends ResultsMapProps {
  /** Whether the target of the current search is known; until then it is the previous one. */
  known: boolean
  target: Target
  engine: MapEngine
  open: Mark | null
  setOpen: (mark: Mark | null) => void
}

function Content({ known, target, engine, open, setOpen, ...props }: ContentProps) {
  const { loading, search, repeats, activeId, onActive, onSearchArea } = props
  const format = useFormat()
  const mapView = useMapView(engine)
  const [visited, markVisited] = useVisited()
  // Keep the previous results until the new ones arrive; an error clears them.
  const posts = useHeld(props.posts ?? NONE, loading)
  const complete = useHeld(props.posts === null || props.complete, loading)
  const isThere = useResults({ engine, known, target, search, repeats, onNew: () => setOpen(null) })
  const asks = mapView.moved || (!complete && known)
  const isLeaving = (loading && !mapView.moved) || !isThere
  const area = useArea(useHeld(asks ? areaSearch(search, mapView.box, mapView.zoom) : null, isLeaving), repeats)
  const marks = useMemo(() => {
    if (area.items) return marksOfItems(area.items, mapView.zoom)
    return complete || area.state === 'failed' ? marksOfPosts(posts, mapView.zoom) : []
  }, [area.items, area.state, complete, posts, mapView.zoom])
  useKeeping(engine, mapView, known)

  const active = markOf(
    marks,
    posts.find(({ id }) => id === activeId),
  )
  const searched = new URLSearchParams(search).get('bbox')
  const here = boxText(mapView.box)
  const isSettled = known && (area.items !== null || complete)
  const isEmpty = isSettled && area.state !== 'failed' && countHomes(marks) === 0
  const ofArea = mapView.moved ? NONE_HERE : null
  const none = posts.length === 0 ? props.nothing : ofArea

  const close = useCallback(() => {
    setOpen(null)
    const marker = open && engine.overlay.querySelector<HTMLElement>(`[data-mark="${open.key}"]`)
    const back = marker ?? engine.element
    back.focus({ preventScroll: true })
  }, [engine, open, setOpen])

  function openMark(mark: Mark) {
    if (mark.kind === 'listing') markVisited(mark.post.id)
    else if (!isPoint(mark.box) && engine.opens(mark.box)) {
      setOpen(null)
      return engine.show({ box: mark.box, closest: MAX_ZOOM }, { mine: false, smooth: true })
    }
    setOpen(mark)
  }

  return (
    <>
      <Markers
        engine={engine}
        marks={marks}
        visited={visited}
        activeKey={active?.key ?? null}
        openKey={open?.key ?? null}
        stale={!known}
        onPoint={(mark) => onActive(mark?.kind === 'listing' ? mark.post.id : null)}
        onOpen={openMark}
      />
      {open && (
        <Popup
          key={open.key}
          engine={engine}
          point={open}
          label={open.kind === 'listing' ? open.post.title : markLabel(open, format)}
          tall={open.kind === 'cluster'}
          onClose={close}
        >
          {open.kind === 'listing' ? (
            <ListingPopup post={open.post} />
          ) : (
            <PlacePopup query={{ search, box: open.box }} title={markLabel(open, format)} visited={visited} />
          )}
        </Popup>
      )}
      <AreaBar
        offered={mapView.moved && here !== searched}
        state={area.state}
        says={isSettled ? countLabel(countHomes(marks), format) : ''}
        notice={isEmpty ? none : null}
        onSearch={() => onSearchArea(here)}
        onRetry={area.retry}
      />
    </>
  )
}

interface ResultsOptions {
  engine: MapEngine
  known: boolean
  target: Target
  search: string
  repeats: ResultsMapProps['repeats']
  onNew: () => void
}

interface Arrival {
  entry: string
  repeats: ResultsMapProps['repeats']
  /** Where the visitor had moved the map; null without, and once the results are known. */
  view: KeptView | null
  isApplied: boolean
}

/**
 * Moves the map to the results of a new search, unless it was searched from the map's own area; on Back and after a reload
 * to where the visitor had moved it. False in the render before it moves to them: the view is one that it leaves.
 */
function useResults({ engine, known, target, search, repeats, onNew }: ResultsOptions): boolean {
  const { key: entry } = useLocation()
  const arrival = useRef<Arrival>(null)
  const latest = useRef({ search, onNew })
  latest.current = { search, onNew }
  const shown = useRef<string>(null)
  const asked = JSON.stringify([wantedOf(search), repeats, target])
  const [reached, setReached] = useState<string>()
  useLayoutEffect(() => {
    if (known) setReached(asked)
    if (arrival.current?.entry !== entry) arrival.current = { entry, repeats, view: keptView(entry), isApplied: false }
    // Searched again before the results were known: these are shown.
    if (arrival.current.repeats !== repeats) arrival.current.view = null
    const { view, isApplied } = arrival.current
    // The first time also without a known target: the map needs some position.
    if ((shown.current === asked && !view) || (!known && shown.current !== null)) return
    const isNew = shown.current !== asked
    shown.current = asked
    arrival.current.isApplied = true
    if (known) arrival.current.view = null
    latest.current.onNew()
    // The visitor may have moved the map on from there meanwhile.
    if (view && isApplied) return
    const searched = parseBox(new URLSearchParams(latest.current.search).get('bbox'))
    const isThere = searched && isShown(searched, engine.view().box)
    if (isNew && !isThere) engine.show(target, { mine: true, smooth: false })
    if (view) engine.show(view, { mine: false, smooth: false })
  }, [engine, known, target, asked, repeats, entry])
  return !known || reached === asked
}

/** Stores in the history entry where the visitor moves the map, once its results are known. */
function useKeeping(engine: MapEngine, mapView: MapView, known: boolean): void {
  const { key: entry } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `mapView` only triggers the effect; it may be older than the last move
  useEffect(() => {
    if (known) keepView(entry, engine.view())
  }, [engine, mapView, known, entry])
}

/** The query string without sort and cursor. */
function wantedOf(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of ['sort', 'limit', 'after']) query.delete(name)
  return query.toString()
}

function isSame(one: Target, other: Target | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
