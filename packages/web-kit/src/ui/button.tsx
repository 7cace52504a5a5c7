import type { ComponentProps, ReactNode } from 'react'
import * as s from './button.module.css'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

const VARIANTS = { primary: s.primary, quiet: s.quiet, danger: s.danger }

interface Look {
  /** One primary action a screen; everything else is quiet, and `danger` what cannot be undone. */
  variant?: keyof typeof VARIANTS
  /** As low as a filter bar's controls; on touch screens as high as all others. */
  dense?: boolean
  /** An icon before the text. */
  icon?: ReactNode
}

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean }

/** `busy` shows that something is under way: the button cannot be pressed again and keeps its width. */
export function Button({ variant, dense, icon, busy = false, disabled, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(look({ variant, dense }), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      <Content icon={icon} busy={busy}>
        {children}
      </Content>
    </button>
  )
}

/** A link that looks like a button, for an action that goes somewhere. */
export function LinkButton({ variant, dense, icon, children, className, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={classNames(look({ variant, dense }), className)}>
      <Content icon={icon}>{children}</Content>
    </Link>
  )
}

/** The same for what lies outside the site: a phone number, an e-mail address. */
export function AnchorButton({ variant, dense, icon, children, className, ...rest }: ComponentProps<'a'> & Look) {
  return (
    <a {...rest} className={classNames(look({ variant, dense }), className)}>
      <Content icon={icon}>{children}</Content>
    </a>
  )
}

function look({ variant = 'primary', dense = false }: Look): string {
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
