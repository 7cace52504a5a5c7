import type { Post } from '@aangan/contracts/posts'
import type { Point } from '../shared/geo.ts'
import { HomeMarker } from './home-marker.tsx'
import { MapCanvas } from './map-canvas.tsx'
import { PLACE_ZOOM, type Target } from './target.ts'

export function LocationMapView({ post, point }: { post: Post; point: Point }) {
  const target: Target = { point, zoom: PLACE_ZOOM }
  return (
    <MapCanvas
      target={target}
      oneFinger={false}
      homeLabel="Back to the home"
      onHome={(engine) => engine.show(target, { mine: true, smooth: true })}
    >
      {(engine) => <HomeMarker engine={engine} point={point} label={post.address} />}
    </MapCanvas>
  )
}
