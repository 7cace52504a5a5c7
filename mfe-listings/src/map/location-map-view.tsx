import type { PostWithDetail } from '@aangan/contracts/posts'
import type { Point } from '../shared/geo.ts'
import { HomeMarker } from './home-marker.tsx'
import { MapCanvas } from './map-canvas.tsx'
import { PLACE_ZOOM, type Target } from './target.ts'

/** Shows the area, not a door. */
const AREA_ZOOM = 13

export function LocationMapView({ post, point }: { post: PostWithDetail; point: Point }) {
  const target: Target = { point, zoom: post.approximate ? AREA_ZOOM : PLACE_ZOOM }
  return (
    <MapCanvas
      target={target}
      oneFinger={false}
      homeLabel="Back to the home"
      onHome={(engine) => engine.show(target, { mine: true, smooth: true })}
    >
      {(engine) => (
        <HomeMarker
          engine={engine}
          point={point}
          label={post.approximate ? `${post.address} (approximate)` : post.address}
        />
      )}
    </MapCanvas>
  )
}
