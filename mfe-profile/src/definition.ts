import { defineRemote } from '@aangan/remote/define-remote'
import { connect } from './connect.ts'
import { makeStore } from './store.ts'

export const remote = defineRemote({ makeStore, connect })
