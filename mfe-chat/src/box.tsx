import { Box } from './box/box.tsx'
import { remote } from './definition.ts'

export const { bootstrap, mount, unmount, update } = remote.offer<'listing.chat'>({ Component: Box })
