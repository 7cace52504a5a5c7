export interface NavigationLink {
  to: string
  label: string
}

/** The pages everyone may want from anywhere; the one that is open is highlighted. */
export const PAGES: NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/agents', label: 'Agents' },
]

export const SIGN_IN: NavigationLink = { to: '/login', label: 'Sign in' }
export const SIGN_UP: NavigationLink = { to: '/register', label: 'Sign up' }
export const PROFILE: NavigationLink = { to: '/profile', label: 'Profile' }
