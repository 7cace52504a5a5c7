import type { ComponentProps } from 'react'

/** Without bullets VoiceOver in Safari no longer announces a list, unless it has the role. */
export function PlainList(props: ComponentProps<'ul'>) {
  // biome-ignore lint/a11y/noRedundantRoles: see above
  return <ul role="list" {...props} />
}
