import type { Post } from '@aangan/contracts/posts'
import { useSession } from '@aangan/web-kit/context'
import { useEffect } from 'react'
import type { Point } from '../shared/geo.ts'
import { HomeMarker } from './home-marker.tsx'
import { MapCanvas } from './map-canvas.tsx'
import { PLACE_ZOOM, type Target } from './target.ts'
import { markVisited } from './visited.ts'

export function LocationMapView({ post, point }: { post: Post; point: Point }) {
  const target: Target = { point, zoom: PLACE_ZOOM }
  const userId = useSession().user?.id
  useEffect(() => void markVisited(userId, post.id), [userId, post.id])
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
