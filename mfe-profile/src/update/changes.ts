import type { Agent, ProfileUpdate, User } from '@aangan/contracts/users'

interface Entered {
  username: string
  email: string
  /** '' keeps the current one. */
  password: string
  avatar: string | null
  /** Null if not listed. */
  agent: Agent | null
}

/** Only the changed fields: another tab may have changed others meanwhile. */
export function changesOf(first: User, { username, email, password, avatar, agent }: Entered): ProfileUpdate {
  return {
    ...(username !== first.username && { username }),
    ...(email !== first.email && { email }),
    ...(password !== '' && { password }),
    ...(avatar !== first.avatar && (avatar === null ? { removeAvatar: true } : { avatar })),
    ...(!isSame(agent, first.agent ?? null) && { agent }),
  }
}

function isSame(one: Agent | null, other: Agent | null): boolean {
  if (one === null || other === null) return one === other
  return Object.entries(one).every(
    ([name, value]) => new Map<string, unknown>(Object.entries(other)).get(name) === value,
  )
}
