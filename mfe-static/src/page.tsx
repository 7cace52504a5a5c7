import type { ReactNode } from 'react'
import * as s from './page.module.css'

/** The layout shared by all screens of this remote. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={s.page}>{children}</div>
}

export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={s.head}>
      <h1 className={s.title}>{title}</h1>
      <p className={s.lead}>{children}</p>
    </header>
  )
}
