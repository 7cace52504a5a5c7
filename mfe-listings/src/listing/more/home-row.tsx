import type { Post } from '@aangan/contracts/posts'
import { ListingCard } from '@aangan/web-kit/ui/listing-card'
import { type ReactNode, useId } from 'react'
import * as s from './home-row.module.css'

interface HomeRowProps<Home extends Post> {
  title: string
  homes: Home[]
  /** What there is to do with all of them, beside the title. */
  action?: ReactNode
  /** A line beneath a card. */
  note?: (home: Home) => string
}

/** Some homes under a title, in one row however many they are. */
export function HomeRow<Home extends Post>({ title, homes, action, note }: HomeRowProps<Home>) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={s.head}>
        <h2 className={s.title} id={id}>
          {title}
        </h2>
        {action}
      </div>
      <ul className={s.row}>
        {homes.map((home) => (
          <li key={home.id}>
            <ListingCard post={home} />
            {note && <p className={s.note}>{note(home)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
