import type { Agent, ProfileUpdate, User } from '@aangan/contracts/users'

interface Entered {
  username: string
  email: string
  /** '' keeps the current one. */
  password: string
  /** '' if it was not asked for, or is not needed. */
  currentPassword: string
  avatar: string | null
  /** Null if not listed. */
  agent: Agent | null
}

/** Only the changed fields: another tab may have changed others meanwhile. */
export function changesOf(first: User, entered: Entered): ProfileUpdate {
  const { username, email, password, currentPassword, avatar, agent } = entered
  return {
    ...(username !== first.username && { username }),
    ...(email !== (first.email ?? '') && { email }),
    ...(password !== '' && { password }),
    ...(needsProof(first, entered) && currentPassword !== '' && { currentPassword }),
    ...(avatar !== first.avatar && (avatar === null ? { removeAvatar: true } : { avatar })),
    ...(!isSame(agent, first.agent ?? null) && { agent }),
  }
}

/** Whether the server may ask for the current password. */
export function needsProof(
  first: User,
  { username, email, password }: Pick<Entered, 'username' | 'email' | 'password'>,
): boolean {
  return username !== first.username || email !== (first.email ?? '') || password !== ''
}

function isSame(one: Agent | null, other: Agent | null): boolean {
  if (one === null || other === null) return one === other
  return Object.entries(one).every(
    ([name, value]) => new Map<string, unknown>(Object.entries(other)).get(name) === value,
  )
}
