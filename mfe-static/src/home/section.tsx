import { Link } from '@aangan/remote/link'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { type ReactNode, useId } from 'react'
import * as s from './section.module.css'

interface SectionProps {
  title: string
  /** Link to the full list. */
  more?: { to: string; label: string }
  children: ReactNode
}

export function Section({ title, more, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={s.head}>
        <h2 className={s.title} id={id}>
          {title}
        </h2>
        {more && (
          <Link className={s.more} to={more.to}>
            <span>{more.label}</span> <ArrowRight size={18} />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
