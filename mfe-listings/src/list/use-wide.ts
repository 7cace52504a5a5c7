import { useMedia } from '@aangan/design/use-media'

/** Keep in sync with list.module.css. */
const WIDE = '(min-width: 64rem)'

/** Whether list and map fit side by side; false on a server and during hydration. */
export function useWide(): boolean {
  return useMedia(WIDE) === true
}
