import { linksOf } from '@aangan/contracts/navigation'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { useSession } from '@aangan/remote/context'
import { Link } from '@aangan/remote/link'
import * as s from './footer.module.css'

export function Footer({ siteName, remotes }: { siteName: string; remotes: Record<string, RemoteRelease> }) {
  const { status } = useSession()
  const links = (['main', 'footer'] as const).flatMap((area) => linksOf(remotes, { area, status }))
  return (
    <footer className={s.footer}>
      <div className={s.inner}>
        <p>{`${siteName}: homes to buy and to rent across India.`}</p>
        <nav className={s.links} aria-label="Footer">
          {links.map(({ path, label }) => (
            <Link key={path} to={path} className={s.link}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
