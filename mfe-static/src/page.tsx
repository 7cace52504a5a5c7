import type { ReactNode } from 'react'
import * as s from './page.module.css'

/** The width and the rhythm that all screens of this remote share. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={s.page}>{children}</div>
}

/** A screen's heading and the sentence beneath it. */
export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={s.head}>
      <h1 className={s.title}>{title}</h1>
      <p className={s.lead}>{children}</p>
    </header>
  )
}
