import type { RouteObject } from 'react-router-dom'
import { Closed } from './closed/closed.tsx'

export const routes: RouteObject[] = [{ path: '/chat', Component: Closed }]
