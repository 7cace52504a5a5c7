import { defineRemote } from '@aangan/web-kit/remote'
import { connect } from './connect.ts'
import { routes } from './routes.tsx'
import { makeStore } from './store.ts'

export const { bootstrap, mount, unmount, update } = defineRemote({ makeStore, connect }).page({ routes })
