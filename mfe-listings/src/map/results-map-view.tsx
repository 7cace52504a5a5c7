import type { Post } from '@aangan/contracts/posts'
import { useFormat } from '@aangan/web-kit/format'
import { VisuallyHidden } from '@aangan/web-kit/ui/visually-hidden'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AreaBar } from './area-bar.tsx'
import { MAX_ZOOM, type MapEngine } from './engine/engine.ts'
import { boxText, isPoint, parseBox } from './geo.ts'
import { countLabel, markLabel } from './labels.ts'
import { ListingPopup } from './listing-popup.tsx'
import { areaSearch } from './map-api.ts'
import { MapCanvas } from './map-canvas.tsx'
import { Markers } from './markers.tsx'
import { countHomes, type Mark, markOf, marksOfItems, marksOfPosts } from './marks.ts'
import { PlacePopup } from './place-popup.tsx'
import { Popup } from './popup.tsx'
import type { ResultsMapProps } from './results-map-props.ts'
import { INDIA, targetOf } from './target.ts'
import { useArea } from './use-area.ts'
import { useLook } from './use-look.ts'
import { markVisited, readVisited } from './visited.ts'

/** The map of the results, once its code is there. */
export function ResultsMapView({ posts: newest, ...props }: ResultsMapProps) {
  const { loading, search } = props
  const posts = useHeld(newest, loading)
  const [open, setOpen] = useState<Mark | null>(null)
  const all = targetOf(posts, searchedIn(search), null) ?? INDIA
  return (
    <MapCanvas
      target={loading ? INDIA : all}
      oneFinger
      homeLabel="Show all results"
      onHome={(engine) => engine.show(all, { mine: true, smooth: true })}
      onPress={() => setOpen(null)}
    >
      {(engine) => <Content {...props} posts={posts} engine={engine} open={open} setOpen={setOpen} />}
    </MapCanvas>
  )
}

/** What was found before stays until it is known what is found now. */
function useHeld(posts: readonly Post[], loading: boolean): readonly Post[] {
  const held = useRef(posts)
  if (!loading) held.current = posts
  return held.current
}

function searchedIn(search: string) {
  return parseBox(new URLSearchParams(search).get('bbox'))
}

interface ContentProps extends ResultsMapProps {
  engine: MapEngine
  open: Mark | null
  setOpen: (mark: Mark | null) => void
}

function Content({ engine, open, setOpen, ...props }: ContentProps) {
  const { posts, loading, search, activeId, onActive, onSearchArea } = props
  const format = useFormat()
  const look = useLook(engine)
  const [visited, setVisited] = useState(readVisited)
  const area = useArea(look.moved ? areaSearch(search, look.box, look.zoom) : null)
  const marks = useMemo(
    () => (area.items ? marksOfItems(area.items, look.zoom) : marksOfPosts(posts, look.zoom)),
    [area.items, posts, look.zoom],
  )
  useResults({ engine, posts, loading, search, onNew: () => setOpen(null) })

  const active = markOf(
    marks,
    posts.find(({ id }) => id === activeId),
  )
  const searched = new URLSearchParams(search).get('bbox')
  const here = boxText(look.box)

  const close = useCallback(() => {
    setOpen(null)
    const marker = open && engine.overlay.querySelector<HTMLElement>(`[data-mark="${open.key}"]`)
    const back = marker ?? engine.element
    back.focus({ preventScroll: true })
  }, [engine, open, setOpen])

  function openMark(mark: Mark) {
    if (mark.kind === 'listing') setVisited(markVisited(mark.post.id))
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
        onPoint={(mark) => onActive(mark?.kind === 'listing' ? mark.post.id : null)}
        onOpen={openMark}
      />
      <VisuallyHidden live>{loading ? '' : countLabel(countHomes(marks), format)}</VisuallyHidden>
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
        offered={look.moved && here !== searched}
        state={area.state}
        onSearch={() => onSearchArea(here)}
        onRetry={area.retry}
      />
    </>
  )
}

interface ResultsOptions {
  engine: MapEngine
  posts: readonly Post[]
  loading: boolean
  search: string
  onNew: () => void
}

/** Shows what a new search found, unless the map is where it was searched. */
function useResults({ engine, posts, loading, search, onNew }: ResultsOptions): void {
  const shown = useRef<readonly Post[] | null>(null)
  const latest = useRef(onNew)
  latest.current = onNew
  useEffect(() => {
    if (loading || shown.current === posts) return
    shown.current = posts
    latest.current()
    const target = targetOf(posts, searchedIn(search), engine.look().box)
    if (target) engine.show(target, { mine: true, smooth: false })
  }, [engine, posts, loading, search])
}
