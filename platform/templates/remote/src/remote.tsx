import { remote } from './definition.ts'
import { routes } from './routes.tsx'

export const { bootstrap, mount, unmount, update } = remote.page({ routes })
