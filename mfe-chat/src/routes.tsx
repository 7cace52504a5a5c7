import { screen } from '@aangan/remote/screen'
import type { RouteObject } from 'react-router-dom'

export const routes: RouteObject[] = [
  {
    path: '/chat',
    Component: screen(() => import(/* webpackChunkName: "chat" */ './chat/chat.tsx').then(({ Chat }) => Chat)),
  },
]
