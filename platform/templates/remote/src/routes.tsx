import { screen } from '@aangan/remote/screen'
import type { RouteObject } from 'react-router-dom'
import { api } from './api.ts'

export const routes: RouteObject[] = [
  {
    path: '/__name__',
    Component: screen(
      () => import(/* webpackChunkName: "start" */ './start/start.tsx').then(({ Start }) => Start),
      () => ({ '/posts?limit=6': api.endpoints.recentPosts.initiate() }),
    ),
  },
]
