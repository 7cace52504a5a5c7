import { remote } from './definition.ts'

/** Shows nothing: the store sends what waits while any part of this remote is mounted. */
export const { bootstrap, mount, unmount, update } = remote.offer<'page.unsent'>({ Component: () => null })
