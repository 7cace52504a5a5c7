import { createRemote } from '@aangan/web-kit/remote'
import { routes } from './routes.tsx'
import { makeStore } from './store.ts'

export const { bootstrap, mount, unmount, update } = createRemote({ routes, makeStore })
