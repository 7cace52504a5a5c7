import { screen } from '@aangan/web-kit/screen'
import type { RouteObject } from 'react-router-dom'

export const routes: RouteObject[] = [
  {
    path: '/list',
    Component: screen(() => import(/* webpackChunkName: "list" */ './list/list.tsx').then(({ List }) => List)),
  },
  {
    path: '/:id',
    Component: screen(() =>
      import(/* webpackChunkName: "listing" */ './listing/listing.tsx').then(({ Listing }) => Listing),
    ),
  },
]
