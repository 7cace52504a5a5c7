import { defineRemote } from '@aangan/web-kit/remote'
import { makeStore } from './store.ts'

export const remote = defineRemote({ makeStore })
