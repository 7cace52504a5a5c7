import { screen } from '@aangan/remote/screen'
import type { RouteObject } from 'react-router-dom'
import { api } from './shared/api.ts'

export const routes: RouteObject[] = [
  {
    path: '/list',
    Component: screen(
      () => import(/* webpackChunkName: "list" */ './list/list.tsx').then(({ List }) => List),
      (dispatch, { search }) => dispatch(api.endpoints.posts.initiate(search)),
    ),
  },
  {
    path: '/add',
    Component: screen(() => import(/* webpackChunkName: "add" */ './add/add.tsx').then(({ Add }) => Add)),
  },
  {
    path: '/edit/:id',
    Component: screen(() => import(/* webpackChunkName: "add" */ './add/edit.tsx').then(({ Edit }) => Edit)),
  },
  {
    path: '/:id',
    Component: screen(
      () => import(/* webpackChunkName: "listing" */ './listing/listing.tsx').then(({ Listing }) => Listing),
      (dispatch, { params: { id = '' } }) => dispatch(api.endpoints.post.initiate(id)),
    ),
  },
]
