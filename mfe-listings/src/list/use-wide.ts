import { useMedia } from '@aangan/design/use-media'
import { useSelector } from 'react-redux'
import { selectView } from './list-slice.ts'

/** Keep in sync with list.module.css. */
const WIDE = '(min-width: 64rem)'

/** Whether list and map fit side by side; false on a server and during hydration. */
export function useWide(): boolean {
  return useMedia(WIDE) === true
}

/** Whether the map was chosen, and there is no room for the list beside it. */
export function useOnlyMap(): boolean {
  const isMap = useSelector(selectView) === 'map'
  return useMedia(isMap ? WIDE : null) === false
}
