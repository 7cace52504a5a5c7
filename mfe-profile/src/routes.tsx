import { screen } from '@aangan/remote/screen'
import type { RouteObject } from 'react-router-dom'
import { api } from './api.ts'

export const routes: RouteObject[] = [
  {
    path: '/login',
    Component: screen(() => import(/* webpackChunkName: "login" */ './sign-in/login.tsx').then(({ Login }) => Login)),
  },
  {
    path: '/register',
    Component: screen(() =>
      import(/* webpackChunkName: "register" */ './sign-in/register.tsx').then(({ Register }) => Register),
    ),
  },
  {
    path: '/forgot',
    Component: screen(() =>
      import(/* webpackChunkName: "forgot" */ './password/forgot.tsx').then(({ Forgot }) => Forgot),
    ),
  },
  {
    path: '/reset',
    Component: screen(() => import(/* webpackChunkName: "reset" */ './password/reset.tsx').then(({ Reset }) => Reset)),
  },
  {
    path: '/confirm',
    Component: screen(() =>
      import(/* webpackChunkName: "confirm" */ './confirm/confirm.tsx').then(({ Confirm }) => Confirm),
    ),
  },
  {
    path: '/undo',
    Component: screen(() => import(/* webpackChunkName: "undo" */ './password/undo.tsx').then(({ Undo }) => Undo)),
  },
  {
    path: '/profile',
    Component: screen(
      () => import(/* webpackChunkName: "profile" */ './profile/profile.tsx').then(({ Profile }) => Profile),
      () => ({ '/users/profilePosts': api.endpoints.profilePosts.initiate() }),
    ),
  },
  {
    path: '/profile/update',
    Component: screen(() =>
      import(/* webpackChunkName: "update" */ './update/update.tsx').then(({ Update }) => Update),
    ),
  },
  {
    path: '/searches/stop',
    Component: screen(() => import(/* webpackChunkName: "stop" */ './searches/stop.tsx').then(({ Stop }) => Stop)),
  },
  {
    path: '/mails/stop',
    Component: screen(() =>
      import(/* webpackChunkName: "stop-messages" */ './mails/stop-messages.tsx').then(
        ({ StopMessages }) => StopMessages,
      ),
    ),
  },
]
