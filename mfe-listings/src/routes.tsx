import { screen } from '@aangan/remote/screen'
import type { RouteObject } from 'react-router-dom'
import { api } from './shared/api.ts'

export const routes: RouteObject[] = [
  {
    path: '/list',
    Component: screen(
      () => import(/* webpackChunkName: "list" */ './list/list.tsx').then(({ List }) => List),
      ({ search }) => ({
        [`/posts${search}`]: api.endpoints.posts.initiate(search),
        '/users/saved': api.endpoints.savedIds.initiate(),
      }),
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
      ({ params: { id = '' } }) => ({
        [`/posts/${id}`]: api.endpoints.post.initiate(id),
        [`/users/owner-of/${id}`]: api.endpoints.ownerOf.initiate(id),
      }),
    ),
  },
]
