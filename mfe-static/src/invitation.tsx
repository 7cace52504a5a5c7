import { LinkButton } from '@aangan/design/button'
import { type ReactNode, useId } from 'react'
import * as s from './invitation.module.css'

interface InvitationProps {
  title: string
  children: ReactNode
  action: { to: string; label: string }
}

export function Invitation({ title, children, action }: InvitationProps) {
  const id = useId()
  return (
    <section className={s.invitation} aria-labelledby={id}>
      <div>
        <h2 className={s.title} id={id}>
          {title}
        </h2>
        <p className={s.text}>{children}</p>
      </div>
      <LinkButton to={action.to}>{action.label}</LinkButton>
    </section>
  )
}
