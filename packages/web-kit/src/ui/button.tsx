import type { ComponentProps, ReactNode } from 'react'
import * as s from './button.module.css'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

const VARIANTS = { primary: s.primary, quiet: s.quiet, danger: s.danger }

interface Appearance {
  /** At most one primary action per screen; `danger` cannot be undone. */
  variant?: keyof typeof VARIANTS
  /** For filter bars; full height on touch screens. */
  dense?: boolean
  icon?: ReactNode
}

type ButtonProps = ComponentProps<'button'> & Appearance & { busy?: boolean }

/** `busy` disables the button and shows a spinner without changing its width. */
export function Button({ variant, dense, icon, busy = false, disabled, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, dense }), className)}
      disabled={disabled || busy}
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

function buttonClass({ variant = 'primary', dense = false }: Appearance): string {
  return classNames(s.button, VARIANTS[variant], dense && s.dense)
}

function Content({ icon, busy = false, children }: { icon: ReactNode; busy?: boolean; children: ReactNode }) {
  return (
    <>
      <span className={classNames(s.content, busy && s.covered)}>
        {icon}
        {children}
      </span>
      {busy && <span className={s.spinner} />}
    </>
  )
}
