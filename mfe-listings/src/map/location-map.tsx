import type { PostWithDetail } from '@aangan/contracts/posts'
import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { type Point, pointOf } from '../shared/geo.ts'
import { LazyMap } from './lazy-map.tsx'
import * as s from './location-map.module.css'

const APPROXIMATE = 'Approximate location: the map shows the middle of the area. Ask the owner for the exact place.'

/** Fills its parent's width. */
export function LocationMap({ post }: { post: PostWithDetail }): ReactNode {
  const point = pointOf(post)
  return (
    <div className={s.block}>
      {point ? (
        <>
          <div className={s.map}>
            <LazyMap label={`Map of ${post.address}`} load={load} props={{ post, point }} />
          </div>
          {post.approximate && <p className={s.none}>{APPROXIMATE}</p>}
          <OutsideMap {...point} isExact={!post.approximate} />
        </>
      ) : (
        <p className={s.none}>The owner has not marked this home on the map.</p>
      )}
    </div>
  )
}

async function load() {
  const { LocationMapView } = await import(/* webpackChunkName: "map" */ './location-map-view.tsx')
  return LocationMapView
}

/** A plain link: no third-party request before it is followed. */
function OutsideMap({ latitude, longitude, isExact }: Point & { isExact: boolean }) {
  const marker = `mlat=${latitude}&mlon=${longitude}#map=16/`
  const at = `${isExact ? marker : '#map=13/'}${latitude}/${longitude}`
  return (
    <a className={s.outside} href={`https://www.openstreetmap.org/?${at}`} target="_blank" rel="noreferrer">
      Open in OpenStreetMap
      <ExternalLink size={16} aria-hidden="true" />
    </a>
  )
}
