import { Link, type LinkProps } from '@aangan/remote/link'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import * as s from './button.module.css'
import { classNames } from './class-names.ts'

const VARIANTS = { primary: s.primary, quiet: s.quiet, danger: s.danger }

interface Appearance {
  /** At most one primary action per screen; `danger` cannot be undone. */
  variant?: keyof typeof VARIANTS
  /** For filter bars; full height on touch screens. */
  dense?: boolean
  icon?: ReactNode
}

type ButtonProps = ComponentProps<'button'> & Appearance & { busy?: boolean }

/** While `busy` it does nothing and shows a spinner, but keeps its width, and the focus, which `disabled` would drop. */
export function Button({ variant, dense, icon, busy = false, children, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, dense }), className)}
      onClick={busy ? ignore : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      <Content icon={icon} busy={busy}>
        {children}
      </Content>
    </button>
  )
}

export function LinkButton({ variant, dense, icon, children, className, ...rest }: LinkProps & Appearance) {
  return (
    <Link {...rest} className={classNames(buttonClass({ variant, dense }), className)}>
      <Content icon={icon}>{children}</Content>
    </Link>
  )
}

/** For links outside the site: `tel:`, `mailto:`. */
export function AnchorButton({ variant, dense, icon, children, className, ...rest }: ComponentProps<'a'> & Appearance) {
  return (
    <a {...rest} className={classNames(buttonClass({ variant, dense }), className)}>
      <Content icon={icon}>{children}</Content>
    </a>
  )
}

/** Also when Enter in a field of its form presses it. */
function ignore(event: MouseEvent): void {
  event.preventDefault()
}

function buttonClass({ variant = 'primary', dense = false }: Appearance): string {
  return classNames(s.button, VARIANTS[variant], dense && s.dense)
}

function Content({ icon, busy = false, children }: { icon: ReactNode; busy?: boolean; children: ReactNode }) {
  return (
    <>
      <span className={classNames(s.content, busy && s.covered)}>
        {icon}
        {/* In an element of its own: the browser's translation replaces text nodes, and React would change the old one. */}
        {typeof children === 'string' ? <span>{children}</span> : children}
      </span>
      {busy && <span className={s.spinner} />}
    </>
  )
}
