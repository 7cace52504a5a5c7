import { Link } from '@aangan/web-kit/ui/link'
import { PAGES } from '../navigation/links.ts'
import * as s from './footer.module.css'

/** The end of every page. */
export function Footer({ siteName }: { siteName: string }) {
  return (
    <footer className={s.footer}>
      <div className={s.inner}>
        <p>{siteName}: homes to buy and to rent across India.</p>
        <nav className={s.links} aria-label="Footer">
          {PAGES.map(({ to, label }) => (
            <Link key={to} to={to} className={s.link}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
