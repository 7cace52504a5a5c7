import { Link, type LinkProps } from '@aangan/remote/link'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import * as s from './icon-button.module.css'

interface Named {
  /** For screen readers, and shown on hover. */
  label: string
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & Named

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} className={classNames(s.button, className)} aria-label={label} title={label} />
}

export function IconLink({ label, className, ...rest }: LinkProps & Named) {
  return <Link {...rest} className={classNames(s.button, className)} aria-label={label} title={label} />
}
