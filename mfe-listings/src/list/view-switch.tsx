import { Segmented } from '@aangan/design/segmented'
import { useDispatch, useSelector } from 'react-redux'
import { listShown, mapShown, selectView } from './list-slice.ts'
import * as s from './view-switch.module.css'

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'map', label: 'Map' },
] as const

/** Floats at the bottom of screens too narrow for both. */
export function ViewSwitch({ search }: { search: string }) {
  const dispatch = useDispatch()
  const view = useSelector(selectView)
  return (
    <div className={s.switch}>
      <Segmented
        label="Show results as"
        options={VIEWS}
        value={view}
        onChange={(chosen) => dispatch(chosen === 'map' ? mapShown({ search, top: window.scrollY }) : listShown())}
      />
    </div>
  )
}
