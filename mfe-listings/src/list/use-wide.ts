import { useMedia } from '@aangan/web-kit/use-media'

/** Where list and map stand side by side: the same width as in list.module.css. */
const WIDE = '(min-width: 64rem)'

/** Whether there is room for the list and the map at once; not until a browser says so. */
export function useWide(): boolean {
  return useMedia(WIDE) === true
}
