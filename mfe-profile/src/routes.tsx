import type { RouteObject } from 'react-router-dom'
import { Closed } from './closed/closed.tsx'

export const routes: RouteObject[] = [
  { path: '/login', element: <Closed title="Signing in opens soon" /> },
  { path: '/register', element: <Closed title="Accounts open soon" /> },
  { path: '/profile', element: <Closed title="Profiles open soon" /> },
  { path: '/profile/update', element: <Closed title="Profiles open soon" /> },
]
