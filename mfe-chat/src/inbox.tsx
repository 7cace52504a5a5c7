import { remote } from './definition.ts'
import { Inbox } from './inbox/inbox.tsx'

export const { bootstrap, mount, unmount, update } = remote.offer<'profile.inbox'>({ Component: Inbox })
