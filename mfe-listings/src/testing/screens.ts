import { screensOf } from '@aangan/remote/testing/screens'
import { connect } from '../connect.ts'
import { routes } from '../routes.tsx'
import { makeStore } from '../store.ts'

export const renderRemote = screensOf({ makeStore, connect, routes })
