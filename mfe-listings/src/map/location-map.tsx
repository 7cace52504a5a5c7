import type { Post } from '@aangan/contracts/posts'
import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { pointOf } from '../shared/geo.ts'
import { LazyMap } from './lazy-map.tsx'
import * as s from './location-map.module.css'

/** Fills its parent's width. */
export function LocationMap({ post }: { post: Post }): ReactNode {
  const point = pointOf(post)
  return (
    <div className={s.block}>
      {point ? (
        <>
          <div className={s.map}>
            <LazyMap label={`Map of ${post.address}`} load={load} props={{ post, point }} />
          </div>
          <OutsideMap {...point} />
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
function OutsideMap({ latitude, longitude }: { latitude: number; longitude: number }) {
  const place = `mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
  return (
    <a className={s.outside} href={`https://www.openstreetmap.org/?${place}`} target="_blank" rel="noreferrer">
      Open in OpenStreetMap
      <ExternalLink size={16} aria-hidden="true" />
    </a>
  )
}
