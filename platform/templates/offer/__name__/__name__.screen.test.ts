import { screensOf } from '@aangan/remote/testing/screens'
import { shown } from '@aangan/remote/testing/user-actions'
import { createElement } from 'react'
import { it } from 'vitest'
import { page } from 'vitest/browser'
import { connect } from '../connect.ts'
import { makeStore } from '../store.ts'
import { __Name__ } from './__name__.tsx'

const LISTING = 'a'.repeat(24)
const Host = () => createElement(__Name__, { listingId: LISTING })
const renderHost = screensOf({ makeStore, connect, routes: [{ path: '/host', Component: Host }] })

it('receives the id of the listing', async () => {
  await renderHost('/host', { network: {} })
  await shown(page.getByRole('region', { name: '__Name__' }))
  await shown(page.getByText(LISTING))
})
