import { CodeFailedLine } from '@aangan/design/code-failed'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import MapIcon from 'lucide-react/icons/map'
import { type ComponentType, useRef } from 'react'
import { useLazyModule } from '../shared/use-lazy-module.ts'
import { useNear } from '../shared/use-near.ts'
import * as s from './lazy-map.module.css'

interface LazyMapProps<P extends object> {
  label: string
  load: () => Promise<ComponentType<P>>
  props: P
}

/** Reserves the map's size and loads its code when scrolled near. */
export function LazyMap<P extends object>({ label, load, props }: LazyMapProps<P>) {
  const frame = useRef<HTMLElement>(null)
  const code = useLazyModule(load, useNear(frame))
  const View = code.ready
  return (
    <section ref={frame} className={s.frame} aria-label={label}>
      {View && <View {...props} />}
      {!View && !code.failed && <Waiting />}
      {code.failed && (
        <CodeFailedLine
          className={s.notice}
          title="The map could not be loaded"
          remedy={code.failed}
          onRetry={() => void code.request()}
        />
      )}
    </section>
  )
}

function Waiting() {
  return (
    <div className={s.notice}>
      <MapIcon className={s.waiting} size={32} aria-hidden="true" />
      <VisuallyHidden>The map is loading</VisuallyHidden>
    </div>
  )
}
