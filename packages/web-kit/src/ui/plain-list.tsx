import type { ComponentProps } from 'react'

/** A list without bullets. Safari's screen reader takes such a list for none, unless it says what it is. */
export function PlainList(props: ComponentProps<'ul'>) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <ul role="list" {...props} />
}
