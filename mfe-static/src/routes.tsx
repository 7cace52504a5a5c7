import { screen } from '@aangan/remote/screen'
import type { RouteObject } from 'react-router-dom'
import { api } from './api.ts'

export const routes: RouteObject[] = [
  {
    path: '/',
    Component: screen(
      () => import(/* webpackChunkName: "home" */ './home/home.tsx').then(({ Home }) => Home),
      () => ({
        '/posts?limit=6': api.endpoints.recentPosts.initiate(),
        '/posts/cities': api.endpoints.cities.initiate(),
      }),
    ),
  },
  {
    path: '/about',
    Component: screen(() => import(/* webpackChunkName: "about" */ './about/about.tsx').then(({ About }) => About)),
  },
  {
    path: '/contact',
    Component: screen(() =>
      import(/* webpackChunkName: "contact" */ './contact/contact.tsx').then(({ Contact }) => Contact),
    ),
  },
  {
    path: '/agents',
    Component: screen(
      () => import(/* webpackChunkName: "agents" */ './agents/agents.tsx').then(({ Agents }) => Agents),
      () => ({ '/users?agents=true': api.endpoints.agents.initiate() }),
    ),
  },
]
